# It is content with a file that says Water somewhere and does not say Draft.
import re

needs = ["~/article.tex"]


def get(state):
    with state.agents("a text"):
        return set(re.findall(r"\w+", state.file("~/article.tex").read_text()))


def check(result, expected):
    return "Water" in result and "Draft" not in result
