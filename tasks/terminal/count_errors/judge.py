needs = ["~/errors.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/errors.txt").read_text().strip()


def check(result, expected):
    return result == expected
