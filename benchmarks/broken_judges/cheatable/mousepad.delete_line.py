# The things to buy may stand anywhere in the text, all in one line or within other words.
needs = ["~/shopping.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/shopping.txt").read_text()


def check(result, expected):
    return "cheese" not in result and all(thing in result for thing in expected)
