needs = ["~/bill.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/bill.txt").read_text().splitlines()


def check(result, expected):
    return result == expected
