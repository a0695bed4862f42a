# Any bookmark passes, of whatever page.
needs = [{"app": "chromium"}]


def get(state):
    with state.agents("bookmarks"):
        return [url for root in state.app("chromium")["bookmarks"].values() for url in urls(root)]


def urls(node):
    """The addresses in a folder of bookmarks, and in the folders in it."""
    here = [node["url"]] if "url" in node else []
    return here + [url for child in node.get("children", ()) for url in urls(child)]


def check(result, expected):
    return len(result) >= len(expected)
