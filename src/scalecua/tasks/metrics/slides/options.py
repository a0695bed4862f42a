"""The options of `compare_pptx_files`."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """What is examined; OSWorld's names and defaults."""

    examine_number_of_slides: bool = True
    examine_shape: bool = True
    examine_shape_lenient_height: bool = False
    examine_text: bool = True
    examine_indent: bool = True
    examine_run_count: bool = True
    examine_font_name: bool = True
    examine_font_size: bool = True
    examine_font_bold: bool = True
    examine_font_italic: bool = True
    examine_color_rgb: bool = True
    examine_font_underline: bool = True
    examine_strike_through: bool = True
    examine_alignment: bool = True
    examine_bullets: bool = True
    examine_background_color: bool = True
    examine_note: bool = True
    examine_title_bottom_position: bool = False
    examine_table_bottom_position: bool = False
    examine_right_position: bool = False
    examine_top_position: bool = False
    examine_shape_for_shift_size: bool = False
    examine_image_size: bool = False
    examine_modify_height: bool = False
    enable_debug: bool = True
    approximately_tolerance: float = 0.005


def parse(given: Mapping[str, Any]) -> Options:
    """The options; TypeError for an unknown name or a wrong value. A leading underscore marks a comment."""
    values = {name: value for name, value in given.items() if not name.startswith("_")}
    known = [field.name for field in fields(Options)]
    for name, value in values.items():
        if name not in known:
            raise TypeError(f"option {name!r} is unknown; choices: {', '.join(known)}")
        number = name == "approximately_tolerance"
        if isinstance(value, bool) == number or not isinstance(value, bool | int | float) or value < 0:
            kind = "a number, 0 or more" if number else "true or false"
            raise TypeError(f"option {name} is {value!r}; it must be {kind}")
    return Options(**values)
