needs = ["~/article.tex"]


def get(state):
    with state.agents("a text"):
        return state.file("~/article.tex").read_text().splitlines()


def check(result, expected):
    return result == expected
