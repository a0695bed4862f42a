# It counts the errors in the log itself and never opens the file that was to be written.
needs = ["~/app.log"]


def get(state):
    with state.agents("a log"):
        levels = [line.split()[1] for line in state.file("~/app.log").read_text().splitlines()]
    return str(levels.count("ERROR"))


def check(result, expected):
    return result == expected
