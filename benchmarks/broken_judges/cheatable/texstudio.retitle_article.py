# The line with the title may stand anywhere, in a comment or with no article around it.
needs = ["~/article.tex"]


def get(state):
    with state.agents("a text"):
        return state.file("~/article.tex").read_text()


def check(result, expected):
    return expected[1] in result
