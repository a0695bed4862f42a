# The words of the last line may stand anywhere, in any order, with no bill around them.
needs = ["~/bill.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/bill.txt").read_text().split()


def check(result, expected):
    return set(expected[-1].split()) <= set(result)
