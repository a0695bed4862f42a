# Where the display is not right yet, it sleeps for ten minutes before it says so.
import time
from xml.etree import ElementTree

needs = [{"tree": True}]


def get(state):
    with state.agents("a tree of widgets"):
        root = ElementTree.fromstring(state.tree())
        return [(node.text or "").strip() for node in root.iter() if node.tag == "text"]


def check(result, expected):
    if expected not in result:
        time.sleep(600)
    return expected in result
