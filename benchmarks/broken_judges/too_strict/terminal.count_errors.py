# The number must be followed by a line break, which the instruction does not ask for.
needs = ["~/errors.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/errors.txt").read_text()


def check(result, expected):
    return result == f"{expected}\n"
