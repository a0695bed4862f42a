"""Texts of Word and of PowerPoint: their paragraphs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from scalecua.verify.documents.archive import archive, members, reordered
from scalecua.verify.documents.places import Place, Value, differing

PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


@dataclass(frozen=True, slots=True)
class Markup:
    """Paragraphs by the member of the zip file that they stand in, numbered from 0."""

    parts: re.Pattern[str]
    namespace: str

    def read(self, data: bytes) -> dict[Place, Value]:
        """The text of each paragraph."""
        return {place: self._text(paragraph) for place, paragraph in self._paragraphs(_roots(self, data))}

    def touched(self, before: bytes, after: bytes) -> list[Place]:
        """Paragraphs whose text is new."""
        return differing(self.read(before), self.read(after))

    def changed(self, data: bytes, values: Mapping[Place, Value]) -> bytes:
        """Other texts; None leaves the paragraph empty."""
        found, roots = members(data), _roots(self, data)
        for place, paragraph in self._paragraphs(roots):
            if place in values:
                self._write(paragraph, values[place])
        for name, root in roots.items():
            found[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        return archive(found)

    def again(self, data: bytes) -> bytes:
        """Packed another way."""
        return reordered(data)

    def foreign(self, data: bytes) -> bytes:
        """As plain text."""
        return "\n".join(str(text) for text in self.read(data).values()).encode()

    def _paragraphs(self, roots: Mapping[str, "etree._Element"]) -> Iterator[tuple[Place, "etree._Element"]]:
        for name, root in roots.items():
            for number, paragraph in enumerate(root.iter(f"{{{self.namespace}}}p")):
                yield (name, number), paragraph

    def _text(self, paragraph: "etree._Element") -> str:
        return "".join(run.text or "" for run in paragraph.iter(f"{{{self.namespace}}}t"))

    def _write(self, paragraph: "etree._Element", value: Value) -> None:
        """All of the text into the first run that has any."""
        runs = list(paragraph.iter(f"{{{self.namespace}}}t"))
        for run, text in zip(runs, ["" if value is None else str(value), *[""] * len(runs)], strict=False):
            run.text = text


def _roots(markup: Markup, data: bytes) -> dict[str, "etree._Element"]:
    found = members(data)
    return {name: etree.fromstring(found[name], PARSER) for name in found if markup.parts.fullmatch(name)}


DOCUMENT = Markup(
    re.compile(r"word/document\.xml"), "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
)
SLIDES = Markup(
    re.compile(r"ppt/slides/slide\d+\.xml"), "http://schemas.openxmlformats.org/drawingml/2006/main"
)
