# It parses the player's status unguarded, and crashes where the player was closed and gives none.
from xml.etree import ElementTree

needs = [{"app": "vlc"}]


def get(state):
    root = ElementTree.fromstring(state.app("vlc")["status"])
    return {name: root.findtext(name) for name in ("random", "loop", "repeat")}


def check(result, expected):
    return result == expected
