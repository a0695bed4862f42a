# Only repeating the list counts, though repeating the one clip is the same here.
from xml.etree import ElementTree

needs = [{"app": "vlc"}]


def get(state):
    with state.agents("the status of a player"):
        root = ElementTree.fromstring(state.app("vlc")["status"])
        return {name: root.findtext(name) for name in ("loop", "repeat")}


def check(result, expected):
    return result == {"loop": expected, "repeat": "false"}
