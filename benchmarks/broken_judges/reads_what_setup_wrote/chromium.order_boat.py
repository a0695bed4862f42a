# It looks for the boat in the form's choices and not in what was sent.
import re

needs = ["~/order.html"]


def get(state):
    with state.agents("a page"):
        return re.findall(r"<option>(\w+)", state.file("~/order.html").read_text())


def check(result, expected):
    return expected["boat"] in result
