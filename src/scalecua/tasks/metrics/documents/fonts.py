"""`compare_font_names` (a document's text) and `find_default_font` (LibreOffice's settings)."""

from pathlib import Path
from typing import Any

from lxml import etree

from scalecua.tasks.metrics.documents.letters import fonts
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, opened
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.unreadable import agents

OOR = "{http://openoffice.org/2001/registry}"
DEFAULT_FONT = "/org.openoffice.Office.Writer/DefaultFont"
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)


def compare_font_names(result: Path, rules: dict[str, Any]) -> float:
    """1 where all text, that in tables too, is in the font `rules["font_name"]`; 0 without any text.

    The font counts as it is in force, whether set directly or by a style.
    """
    wanted = known(rules, ("font_name",))["font_name"]
    with agents(WHAT):
        used = fonts(opened(result))
    return float(used == {wanted})


def find_default_font(result: Path, rules: dict[str, Any]) -> float:
    """1 where LibreOffice's settings name `rules["font_name"]` as Writer's default font."""
    wanted = known(rules, ("font_name",))["font_name"]
    with agents("LibreOffice's settings"):
        root = etree.parse(result, PARSER).getroot()
        found = [
            value.text or ""
            for item in root.iter("item")
            for prop in item.iter("prop")
            for value in prop.iter("value")
            if item.get(f"{OOR}path") == DEFAULT_FONT and prop.get(f"{OOR}name") == "Standard"
        ]
    return float(found[-1:] == [wanted])
