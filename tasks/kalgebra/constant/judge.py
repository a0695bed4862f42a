from xml.etree import ElementTree

needs = [{"tree": True}]


def get(state):
    with state.agents("a tree of widgets"):
        root = ElementTree.fromstring(state.tree())
        return [node.get("name") for node in root.iter() if node.tag == "tree-item"]


def check(result, expected):
    return tuple(expected) in zip(result[::2], result[1::2], strict=False)
