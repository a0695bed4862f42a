# It reads the file as ASCII, and crashes on any other letter or mark in it.
needs = ["~/letter.txt"]


def get(state):
    return state.file("~/letter.txt").read_text(encoding="ascii").splitlines()


def check(result, expected):
    return result == expected
