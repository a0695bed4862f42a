# Of the two lines with the word Water it takes whichever a set has first for the title.
needs = ["~/article.tex"]


def get(state):
    with state.agents("a text"):
        return state.file("~/article.tex").read_text().splitlines()


def check(result, expected):
    titles = [line for line in set(result) if "Water" in line]
    rest = [lines[:1] + lines[2:] for lines in (result, expected)]
    return rest[0] == rest[1] and titles[0] == "\\title{Water}"
