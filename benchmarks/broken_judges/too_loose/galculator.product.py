# The product may be part of a longer number, as in 4080 or 1408.
from xml.etree import ElementTree

needs = [{"tree": True}]


def get(state):
    with state.agents("a tree of widgets"):
        root = ElementTree.fromstring(state.tree())
        return [(node.text or "").strip() for node in root.iter() if node.tag == "text"]


def check(result, expected):
    return any(expected in text for text in result)
