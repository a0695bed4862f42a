# The bookmark must bear the page's title, though the instruction leaves its name free.
needs = [{"app": "chromium"}]


def get(state):
    with state.agents("bookmarks"):
        return [one for root in state.app("chromium")["bookmarks"].values() for one in marks(root)]


def marks(node):
    """The names and addresses in a folder of bookmarks, and in the folders in it."""
    here = [(node["name"], node["url"])] if "url" in node else []
    return here + [one for child in node.get("children", ()) for one in marks(child)]


def check(result, expected):
    return result == [("Tide table", url) for url in expected]
