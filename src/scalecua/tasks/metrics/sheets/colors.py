"""Colours of cells as aRGB, whether a file names them outright, by index or by theme."""

import colorsys
from collections.abc import Sequence
from typing import Any

from lxml import etree
from openpyxl.styles.colors import COLOR_INDEX

COLORS = ("font_color", "bgcolor", "fgcolor")
BLACK = "FF000000"
# What a cell without a fill has, as openpyxl shows it.
NONE = "00000000"
# A theme is referred to by light 1, dark 1, light 2, dark 2, but lists them dark first.
ORDER = (1, 0, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11)
OFFICE = (
    *("000000", "FFFFFF", "1F497D", "EEECE1", "4F81BD", "C0504D"),
    *("9BBB59", "8064A2", "4BACC6", "F79646", "0000FF", "800080"),
)


def plain_color(value: Any) -> Any:
    """A colour as aRGB, opaque and in capitals; no fill stays as it is."""
    if not isinstance(value, str) or value == NONE or len(value) not in (6, 8):
        return value
    return f"FF{value[-6:].upper()}"


def theme_colors(theme: bytes | None) -> Sequence[str]:
    """The RGB values of a workbook's theme in its own order; Office's where it has none."""
    if not theme:
        return OFFICE
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    scheme = etree.fromstring(theme, parser).find(".//{*}clrScheme")
    if scheme is None:
        return OFFICE
    return [str(color.get("lastClr") or color.get("val")) for place in scheme for color in place]


def argb(color: Any, theme: Sequence[str]) -> str:
    """One of openpyxl's colours; black where there is none, or where it is left to the program."""
    if color is None or color.type == "auto":
        return BLACK
    if color.type == "rgb":
        return f"FF{color.rgb[-6:].upper()}"
    if color.type == "theme":
        rgb = theme[ORDER[color.theme]]
    elif color.indexed >= len(COLOR_INDEX):
        rgb = "FFFFFF" if color.indexed == len(COLOR_INDEX) + 1 else "000000"
    else:
        rgb = COLOR_INDEX[color.indexed][-6:]
    return f"FF{_tinted(rgb, float(color.tint or 0))}"


def _tinted(rgb: str, tint: float) -> str:
    """Lighter by a positive tint, darker by a negative one."""
    if not tint:
        return rgb.upper()
    hue, light, saturation = colorsys.rgb_to_hls(*(int(rgb[at : at + 2], 16) / 255 for at in (0, 2, 4)))
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    return "".join(f"{round(part * 255):02X}" for part in colorsys.hls_to_rgb(hue, light, saturation))
