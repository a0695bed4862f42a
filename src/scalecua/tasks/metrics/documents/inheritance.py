"""Which formatting is in force in a Word document: directly set, or from styles and the defaults.

Styles of tables are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from lxml import etree

from scalecua.tasks.metrics.documents.wordprocessing import Element, W

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)
# Word's names for the fonts of a theme: whose it is, and the element that names it.
SCRIPTS = {"Ascii": "latin", "HAnsi": "latin", "EastAsia": "ea", "Bidi": "cs"}
Chain = list[Element]


@dataclass(frozen=True)
class Inheritance:
    """Looks formatting up in one document; a chain holds property elements, the nearest first."""

    document: Document

    def paragraph(self, paragraph: Element) -> Chain:
        """Where properties of a paragraph (`w:pPr`) may be set."""
        own = paragraph.find(f"{W}pPr")
        styles = self._based("paragraph", _named(own, "pStyle"))
        return _present(own, *(style.find(f"{W}pPr") for style in styles), self._default("pPr"))

    def run(self, run: Element, paragraph: Element) -> Chain:
        """Where properties of the text of a run (`w:rPr`) may be set."""
        own = run.find(f"{W}rPr")
        styles = (
            *self._based("character", _named(own, "rStyle")),
            *self._based("paragraph", _named(paragraph.find(f"{W}pPr"), "pStyle")),
        )
        return _present(own, *(style.find(f"{W}rPr") for style in styles), self._default("rPr"))

    def font(self, chain: Chain, script: str) -> str | None:
        """The font of a script (`ascii`, `hAnsi`, `eastAsia`); a theme's name is looked up."""
        for properties in chain:
            fonts = properties.find(f"{W}rFonts")
            if fonts is None:
                continue
            if theme := fonts.get(f"{W}{script}Theme"):
                return self._theme.get(theme)
            if name := fonts.get(f"{W}{script}"):
                return str(name)
        return None

    @cached_property
    def _styles(self) -> dict[str, Element]:
        styles = self.document.styles.element.findall(f"{W}style")
        return {style.get(f"{W}styleId"): style for style in styles}

    @cached_property
    def _basic(self) -> dict[str, Element]:
        """The style of each kind that holds where none is named."""
        styles = self._styles.values()
        return {style.get(f"{W}type"): style for style in styles if on(style.get(f"{W}default", "0"))}

    @cached_property
    def _theme(self) -> dict[str, str]:
        try:
            part = self.document.part.part_related_by(RELATIONSHIP_TYPE.THEME)
        except KeyError:
            return {}
        root = etree.fromstring(part.blob, PARSER)
        return {
            f"{kind}{script}": font.get("typeface", "")
            for kind in ("major", "minor")
            for script, tag in SCRIPTS.items()
            for font in root.iterfind(f".//{A}{kind}Font/{A}{tag}")
        }

    def _based(self, kind: str, name: str | None) -> Iterator[Element]:
        """A style and those that it is based on; a ring of them ends where it began."""
        style = self._styles.get(name) if name else None
        style = self._basic.get(kind) if style is None else style
        seen: set[str] = set()
        while style is not None and style.get(f"{W}styleId") not in seen:
            yield style
            seen.add(style.get(f"{W}styleId"))
            style = self._styles.get(_named(style, "basedOn") or "")

    def _default(self, tag: str) -> Element | None:
        return self.document.styles.element.find(f"{W}docDefaults/{W}{tag}Default/{W}{tag}")


def value(chain: Chain, tag: str, name: str = "val") -> str | None:
    """The nearest value of an attribute; an element without its `val` says "1"; None if nothing is set."""
    for properties in chain:
        element = properties.find(f"{W}{tag}")
        found = None if element is None else element.get(f"{W}{name}", "1" if name == "val" else None)
        if found is not None:
            return str(found)
    return None


def on(word: str | None) -> bool:
    """Whether a switch with this value is on."""
    return word is not None and word not in ("0", "false", "off", "none")


def _named(properties: Element | None, tag: str) -> str | None:
    element = None if properties is None else properties.find(f"{W}{tag}")
    return None if element is None else element.get(f"{W}val")


def _present(*properties: Element | None) -> Chain:
    return [each for each in properties if each is not None]
