# It shuffles the two ways of repeating and looks at the first of them alone.
import os
from xml.etree import ElementTree

needs = [{"app": "vlc"}]


def get(state):
    with state.agents("the status of a player"):
        root = ElementTree.fromstring(state.app("vlc")["status"])
        return {name: root.findtext(name) for name in ("loop", "repeat")}


def check(result, expected):
    first, _ = sorted(result.values(), key=lambda value: os.urandom(8))
    return first == expected
