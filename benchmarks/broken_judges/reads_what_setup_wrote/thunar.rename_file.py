# It reads notes.txt, the file that nobody was to touch.
needs = ["~/work/notes.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/work/notes.txt").read_text().splitlines()


def check(result, expected):
    return result == expected[-1:]
