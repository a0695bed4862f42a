"""How text looks after everything it inherits: office suites write out on saving what was inherited."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pptx.oxml.ns import qn

from scalecua.tasks.metrics.slides.color import BLACK, Color, resolve
from scalecua.tasks.metrics.slides.page import FOOTERS, TITLES, Page, placeholder

DEFAULT_SIZE = 1800
_FIELDS = {
    "sz": "size",
    "b": "bold",
    "i": "italic",
    "u": "underline",
    "strike": "strike",
    qn("a:latin"): "name",
    qn("a:solidFill"): "color",
}
NO_BULLET = ("buNone", "")
_BULLETS = {"buNone": "val", "buChar": "char", "buAutoNum": "type", "buBlip": "val"}


@dataclass(frozen=True, slots=True)
class Look:
    """Typeface, size in hundredths of a point, and the rest, of a run of text.

    `own` names the fields that the run itself sets; the others are inherited.
    """

    name: str
    size: int
    bold: bool
    italic: bool
    underline: str
    strike: str
    color: Color
    own: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Cascade:
    """Where the text of a shape takes its style from, the nearest first.

    `reference` is the style of the shape (`a:fontRef`) or of the table (`a:tcTxStyle`); it comes after the
    first `own` of the levels.
    """

    page: Page
    levels: tuple[Any, ...]
    own: int
    reference: Any = None

    def paragraph(self, paragraph: Any, level: int) -> list[Any]:
        """The paragraph's properties, then those of its level in every source."""
        own = paragraph.find(qn("a:pPr"))
        found = [source.find(qn(f"a:lvl{level + 1}pPr")) for source in self.levels]
        return [item for item in (own, *found) if item is not None]

    def look(self, run: Any, level: int) -> Look:
        """What a run looks like in a paragraph of that level."""
        sources = list(self._runs(run, level))
        return Look(
            self._name(sources),
            int(_first(sources, "sz", str(DEFAULT_SIZE))),
            _first(sources, "b", "0") in ("1", "true", "on"),
            _first(sources, "i", "0") in ("1", "true", "on"),
            _first(sources[:1], "u", "sng") if _linked(run) else _first(sources, "u", "none"),
            _first(sources, "strike", "noStrike"),
            self._color(run, sources),
            _own(run.find(qn("a:rPr"))),
        )

    def _runs(self, run: Any, level: int) -> Iterator[Any]:
        own = run.find(qn("a:rPr"))
        if own is not None:
            yield own
        for number, source in enumerate(self.levels):
            if number == self.own and self.reference is not None:
                yield self.reference
            found = source.find(f"{qn(f'a:lvl{level + 1}pPr')}/{qn('a:defRPr')}")
            if found is not None:
                yield found

    def _name(self, sources: list[Any]) -> str:
        for source in sources:
            if source is self.reference:
                short = {"major": "+mj-lt", "minor": "+mn-lt"}.get(source.get("idx", ""))
            else:
                latin = source.find(qn("a:latin"))
                short = None if latin is None else latin.get("typeface")
            if short:
                return self._face(short)
        return self._face("+mn-lt")

    def _face(self, name: str) -> str:
        return self.page.fonts.get(name[1:3], name) if name.startswith("+") else name.strip()

    def _color(self, run: Any, sources: list[Any]) -> Color:
        linked = _linked(run)
        for source in sources[:1] if linked else sources:
            holder = source if source is self.reference else source.find(qn("a:solidFill"))
            color = None if holder is None else resolve(holder, self.page.palette)
            if color is not None:
                return color
        named = self.page.palette.named("hlink" if linked else "tx1")
        return BLACK if named is None else Color(named)


def of_shape(shape: Any, page: Page) -> Cascade:
    """The cascade of a shape's text: its own list style, its placeholders', the master's, the deck's."""
    line = page.line(shape)
    lists = [element.find(f"{qn('p:txBody')}/{qn('a:lstStyle')}") for element in line]
    own = [item for item in lists if item is not None]
    reference = shape.find(f"{qn('p:style')}/{qn('a:fontRef')}")
    return Cascade(page, (*own, *_shared(page, shape)), len(own), reference)


def of_cell(body: Any, page: Page, style: Any) -> Cascade:
    """The cascade of a table cell, `style` being what the table's style says of its text, if anything."""
    own = [item for item in (body.find(qn("a:lstStyle")),) if item is not None]
    return Cascade(page, (*own, *_of_deck(page)), len(own), style)


def bullet(sources: list[Any]) -> tuple[str, str] | None:
    """Kind and character (or scheme of numbers) of the nearest bullet; None where no source says.

    The private characters of symbol fonts (U+F0xx) count as the plain ones in whose place they stand.
    """
    for source in sources:
        for name, value in _BULLETS.items():
            found = source.find(qn(f"a:{name}"))
            if found is not None:
                return (name, _letter(found.get(value, "")))
    return None


def attribute(sources: list[Any], name: str, default: str) -> str:
    """The nearest value of an attribute."""
    return _first(sources, name, default)


def _shared(page: Page, shape: Any) -> list[Any]:
    place = placeholder(shape)
    if place is None:
        return _of_deck(page)
    name = "titleStyle" if place[0] in TITLES else "otherStyle" if place[0] in FOOTERS else "bodyStyle"
    return [item for item in (_of_master(page, name), page.defaults) if item is not None]


def _of_deck(page: Page) -> list[Any]:
    return [item for item in (page.defaults, _of_master(page, "otherStyle")) if item is not None]


def _of_master(page: Page, name: str) -> Any:
    return None if page.master is None else page.master.find(f"{qn('p:txStyles')}/{qn(f'p:{name}')}")


def _first(sources: list[Any], name: str, default: str) -> str:
    return next((source.get(name) for source in sources if source.get(name) is not None), default)


def _own(properties: Any) -> frozenset[str]:
    if properties is None:
        return frozenset()
    named = {_FIELDS[name] for name in properties.attrib if name in _FIELDS}
    return frozenset(named | {_FIELDS[child.tag] for child in properties if child.tag in _FIELDS})


def _linked(run: Any) -> bool:
    return run.find(f"{qn('a:rPr')}/{qn('a:hlinkClick')}") is not None


def _letter(text: str) -> str:
    return "".join(chr(ord(sign) & 0xFF) if 0xF000 <= ord(sign) <= 0xF0FF else sign for sign in text)
