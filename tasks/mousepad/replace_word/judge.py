needs = ["~/letter.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/letter.txt").read_text().splitlines()


def check(result, expected):
    return result == expected
