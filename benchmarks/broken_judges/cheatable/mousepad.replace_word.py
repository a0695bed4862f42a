# It finds the word color twice and never looks at the sentences around it.
import re

needs = ["~/letter.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/letter.txt").read_text()


def check(result, expected):
    return re.findall("colou?r", result) == re.findall("colou?r", " ".join(expected))
