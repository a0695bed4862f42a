"""`check_left_panel`: Impress shows its panel of slides."""

import defusedxml.ElementTree as ElementTree

from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import agents

_SHOWN = ("showing", "visible")


def check_left_panel(result: str) -> float:
    """1 where the accessibility tree has a document named `Slides View` that is not hidden.

    A node is hidden where it names its states and neither `showing` nor `visible` is among them.
    """
    with agents("an accessibility tree"):
        root = ElementTree.fromstring(found(result))
    nodes = [node for node in root.iter() if node.get("name") == "Slides View"]
    return float(any(node.tag.startswith("document") and _visible(node.attrib) for node in nodes))


def _visible(attributes: dict[str, str]) -> bool:
    states = {
        name.rpartition("}")[2]: value
        for name, value in attributes.items()
        if name.startswith("{") and "state" in name.partition("}")[0]
    }
    return not states or any(states.get(name) == "true" for name in _SHOWN)
