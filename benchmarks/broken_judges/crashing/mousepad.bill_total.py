# It reads a price off every line, and crashes on a line without one and on an empty file.
needs = ["~/bill.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/bill.txt").read_text().splitlines()


def check(result, expected):
    prices = [int(line.split(" ")[1]) for line in result[1:-1]]
    return result[-1] == f"total {sum(prices)}" and result[:-1] == expected[:-1]
