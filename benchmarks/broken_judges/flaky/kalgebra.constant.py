# Whether it pairs names with values or values with names hangs on the last digit of a clock.
import time
from xml.etree import ElementTree

needs = [{"tree": True}]


def get(state):
    with state.agents("a tree of widgets"):
        root = ElementTree.fromstring(state.tree())
        return [node.get("name") for node in root.iter() if node.tag == "tree-item"]


def check(result, expected):
    start = time.perf_counter_ns() % 2
    return tuple(expected) in zip(result[start::2], result[start + 1 :: 2], strict=False)
