"""What a slide inherits from: its layout, its master and their theme."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml
from pptx.oxml.ns import qn
from pptx.slide import Slide, SlideMaster

from scalecua.tasks.metrics.slides.color import RGB, Palette, resolve

_NO_NAMES = Palette({}, {})
TITLES = ("title", "ctrTitle")
FOOTERS = ("dt", "ftr", "sldNum")


@dataclass(frozen=True, slots=True)
class Page:
    """One slide's sources of style, as XML elements; `fonts` has the theme's `mj` and `mn` typefaces."""

    slide: Any
    layout: Any
    master: Any
    palette: Palette
    fonts: Mapping[str, str]
    fills: tuple[Any, ...]
    defaults: Any

    def line(self, shape: Any) -> tuple[Any, ...]:
        """The shape, then the placeholders that it inherits from on the layout and on the master."""
        place = placeholder(shape)
        if place is None:
            return (shape,)
        found = _match(self.layout, *place) if self.layout is not None else None
        kind = place[0] if found is None else (placeholder(found) or place)[0]
        master = _of_kind(self.master, kind) if self.master is not None else None
        return tuple(element for element in (shape, found, master) if element is not None)


def of_slide(slide: Slide) -> Page:
    """The page of a slide."""
    layout = slide.slide_layout
    page = of_master(layout.slide_master)
    override = slide.element.find(f"{qn('p:clrMapOvr')}/{qn('a:overrideClrMapping')}")
    palette = page.palette if override is None else Palette(page.palette.scheme, dict(override.attrib))
    return Page(slide.element, layout.element, page.master, palette, page.fonts, page.fills, page.defaults)


def of_master(master: SlideMaster) -> Page:
    """The page of a master itself, which has neither slide nor layout."""
    theme = _theme(master)
    names = master.element.find(qn("p:clrMap"))
    scheme = {} if theme is None else _scheme(theme)
    defaults = master.part.package.presentation_part.presentation.element.find(qn("p:defaultTextStyle"))
    fills = None if theme is None else theme.find(f".//{qn('a:bgFillStyleLst')}")
    return Page(
        None,
        None,
        master.element,
        Palette(scheme, {} if names is None else dict(names.attrib)),
        {} if theme is None else _fonts(theme),
        () if fills is None else tuple(fills),
        defaults,
    )


def placeholder(shape: Any) -> tuple[str, str] | None:
    """Kind and number of the placeholder that the shape is; None where it is none."""
    found = shape.find(f"*/{qn('p:nvPr')}/{qn('p:ph')}")
    return None if found is None else (found.get("type", "obj"), found.get("idx", "0"))


def _theme(master: SlideMaster) -> Any:
    for relation in master.part.rels.values():
        if relation.reltype == RELATIONSHIP_TYPE.THEME and not relation.is_external:
            return parse_xml(relation.target_part.blob)
    return None


def _scheme(theme: Any) -> dict[str, RGB]:
    colors = theme.find(f".//{qn('a:clrScheme')}")
    resolved = {} if colors is None else {item.tag: resolve(item, _NO_NAMES) for item in colors}
    return {tag.rpartition("}")[2]: color.rgb for tag, color in resolved.items() if color is not None}


def _fonts(theme: Any) -> dict[str, str]:
    found = {
        short: theme.find(f".//{qn(f'a:{long}Font')}/{qn('a:latin')}")
        for short, long in (("mj", "major"), ("mn", "minor"))
    }
    return {short: latin.get("typeface", "") for short, latin in found.items() if latin is not None}


def _placeholders(tree: Any) -> Iterator[tuple[Any, str, str]]:
    for shape in tree.iterfind(f"{qn('p:cSld')}/{qn('p:spTree')}/*"):
        place = placeholder(shape)
        if place is not None:
            yield shape, *place


def _match(layout: Any, kind: str, number: str) -> Any:
    """The layout's placeholder of that number and kind, or else of the kind, or of the number."""
    found = [(shape, _family(other), at) for shape, other, at in _placeholders(layout)]
    ranked = (
        [shape for shape, other, at in found if other == _family(kind) and at == number],
        [shape for shape, other, at in found if at == number and number != "0"],
        [shape for shape, other, _ in found if other == _family(kind)],
    )
    return next((shapes[0] for shapes in ranked if shapes), None)


def _of_kind(master: Any, kind: str) -> Any:
    return next((shape for shape, other, _ in _placeholders(master) if _family(other) == _family(kind)), None)


def _family(kind: str) -> str:
    if kind in TITLES:
        return "title"
    return kind if kind in FOOTERS else "body"
