"""Colours as DrawingML writes them, resolved to RGB through a theme."""

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import ImageColor
from pptx.oxml.ns import qn

RGB = tuple[int, int, int]
# An office suite computes tints and shades in its own way and writes the outcome as plain RGB.
COMPUTED_SLACK = 4
_SCALE = 100_000
_PRESET_PREFIXES = {"dk": "dark", "lt": "light", "med": "medium"}


@dataclass(frozen=True, slots=True)
class Color:
    """An RGB value; `exact` unless it was computed from another colour by a tint or the like."""

    rgb: RGB
    exact: bool = True

    def same(self, other: "Color") -> bool:
        """Equal; within COMPUTED_SLACK a channel where either side was computed."""
        if self.exact and other.exact:
            return self.rgb == other.rgb
        return all(abs(a - b) <= COMPUTED_SLACK for a, b in zip(self.rgb, other.rgb, strict=True))


BLACK = Color((0, 0, 0))
WHITE = Color((255, 255, 255))


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme by name, and what a master calls them (`bg1` for `lt1` and so on)."""

    scheme: Mapping[str, RGB]
    names: Mapping[str, str]

    def named(self, name: str) -> RGB | None:
        """The colour that a scheme name stands for."""
        return self.scheme.get(self.names.get(name, name))


def resolve(holder: Any, palette: Palette, placeholder: Color | None = None) -> Color | None:
    """The colour inside an element such as `a:solidFill`; None where it has none that can be resolved.

    `placeholder` is what a theme's own fills mean by `phClr`. Transparency is left out.
    """
    for child in holder:
        base = _base(child, palette, placeholder)
        if base is not None:
            return _changed(base, child)
    return None


def _base(child: Any, palette: Palette, placeholder: Color | None) -> Color | None:
    value = child.get("val", "")
    if child.tag == qn("a:srgbClr"):
        return Color(_hex(value))
    if child.tag == qn("a:sysClr"):
        default = "FFFFFF" if value == "window" else "000000"
        return Color(_hex(child.get("lastClr", default)))
    if child.tag == qn("a:prstClr"):
        return Color(_preset(value))
    if child.tag != qn("a:schemeClr"):
        return None
    if value == "phClr":
        return placeholder
    named = palette.named(value)
    return None if named is None else Color(named)


def _hex(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def _preset(name: str) -> RGB:
    for short, long in _PRESET_PREFIXES.items():
        if name.startswith(short) and name[len(short) : len(short) + 1].isupper():
            name = long + name[len(short) :]
    return ImageColor.getrgb(name.lower())[:3]


def _changed(color: Color, element: Any) -> Color:
    """The colour after the element's own changes, in their order."""
    for change in element:
        name = change.tag.rpartition("}")[2]
        if name in ("tint", "shade"):
            towards = 1.0 if name == "tint" else 0.0
            color = Color(_mixed(color.rgb, _share(change), towards), exact=False)
        elif name in ("lumMod", "lumOff", "satMod", "satOff", "hueMod"):
            color = Color(_moved(color.rgb, name, _share(change)), exact=False)
    return color


def _share(change: Any) -> float:
    """100,000ths, or per cent where it says so."""
    text = str(change.get("val", _SCALE))
    return float(text[:-1]) / 100 if text.endswith("%") else int(text) / _SCALE


def _mixed(rgb: RGB, share: float, towards: float) -> RGB:
    """In linear light, `share` of the colour and the rest white or black."""
    return _channels([_gamma(_linear(value / 255) * share + towards * (1 - share)) for value in rgb])


def _moved(rgb: RGB, name: str, value: float) -> RGB:
    hue, lightness, saturation = colorsys.rgb_to_hls(*(channel / 255 for channel in rgb))
    parts = {"hue": hue, "lum": lightness, "sat": saturation}
    part, how = name[:3], name[3:]
    moved = parts[part] * value if how == "Mod" else parts[part] + value
    parts[part] = min(1.0, max(0.0, moved))
    return _channels(colorsys.hls_to_rgb(parts["hue"], parts["lum"], parts["sat"]))


def _channels(values: Any) -> RGB:
    red, green, blue = (round(255 * min(1.0, max(0.0, value))) for value in values)
    return red, green, blue


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _gamma(value: float) -> float:
    return float(value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)
