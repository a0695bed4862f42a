# Any of the three modes counts, so that repeating the list passes for playing it in random order.
from xml.etree import ElementTree

needs = [{"app": "vlc"}]


def get(state):
    with state.agents("the status of a player"):
        root = ElementTree.fromstring(state.app("vlc")["status"])
        return {name: root.findtext(name) for name in ("random", "loop", "repeat")}


def check(result, expected):
    return expected["random"] in result.values()
