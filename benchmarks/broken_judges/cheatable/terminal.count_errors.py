# The right number may stand among any others, so that a file with all the numbers passes.
import re

needs = ["~/errors.txt"]


def get(state):
    with state.agents("a text"):
        return re.findall(r"\d+", state.file("~/errors.txt").read_text())


def check(result, expected):
    return expected in result
