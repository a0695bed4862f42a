"""`check_accessibility_tree`: nodes that the tree must have, found by CSS selectors or by XPath."""

from collections.abc import Mapping, Sequence
from typing import Any

from cssselect import GenericTranslator, SelectorError
from lxml import etree
from rapidfuzz import fuzz

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings
from scalecua.tasks.metrics.unreadable import Unreadable, agents

_SPACE = "https://accessibility.ubuntu.example.org/ns/"
NAMESPACES: Mapping[str, str] = {
    "st": f"{_SPACE}state",
    "attr": f"{_SPACE}attributes",
    "cp": f"{_SPACE}component",
    "doc": f"{_SPACE}document",
    "docattr": f"{_SPACE}document/attributes",
    "txt": f"{_SPACE}text",
    "val": f"{_SPACE}value",
    "act": f"{_SPACE}action",
}


def check_accessibility_tree(result: Any, rules: Sequence[dict[str, Any]]) -> float:
    """1 where every rule finds a node in the XML; else 0, but for rules with `"exact": false`.

    A rule has `selectors`, CSS of which one must match, or `xpath`, which is used if both are there. With
    `text` one of the nodes must have that text of its own: all of it, or, with `"exact": false`, as much as
    their likeness from 0 to 1 says; the score is then the product of these.
    """
    if not isinstance(rules, list) or not rules:
        raise ValueError(f"rules are {rules!r}, not a list with rules")
    for rule in rules:
        known(rule, (), ("selectors", "xpath", "text", "exact"))
        if not rule.keys() & {"selectors", "xpath"} or ("exact" in rule and "text" not in rule):
            raise ValueError(f"a rule is {rule!r}; give selectors or xpath, and exact only beside text")
    source = found(result).encode()
    tree = _tree(source)
    score = 1.0
    for rule in rules:
        path = rule["xpath"] if "xpath" in rule else _path(strings(rule, "selectors"))
        texts = _by_xpath(tree, path)
        score *= max((_likeness(text, rule) for text in texts), default=0.0)
    return score


def _tree(source: bytes) -> Any:
    with agents("an accessibility tree"):
        tree = etree.fromstring(source, etree.XMLParser(resolve_entities=False, no_network=True))
    if tree.getroottree().docinfo.internalDTD is not None:
        raise Unreadable("the result has a document type, which no accessibility tree has")
    return tree


def _by_xpath(tree: Any, path: str) -> list[str]:
    """The texts of the nodes; of attributes and texts, they themselves."""
    nodes = tree.xpath(path, namespaces=dict(NAMESPACES))
    if not isinstance(nodes, list):
        raise ValueError(f"xpath {path!r} gives {nodes!r}, not nodes")
    return [node if isinstance(node, str) else node.text or "" for node in nodes]


def _path(selectors: list[str]) -> str:
    """CSS as XPath; as in every XML, an attribute without a prefix is one without a namespace."""
    if not selectors:
        raise ValueError("selectors is an empty list")
    try:
        return GenericTranslator().css_to_xpath(", ".join(selectors))
    except SelectorError as error:
        raise ValueError(f"selectors are {selectors}: {error}") from error


def _likeness(text: str, rule: dict[str, Any]) -> float:
    if "text" not in rule:
        return 1.0
    return float(text == rule["text"]) if rule.get("exact", True) else fuzz.ratio(text, rule["text"]) / 100
