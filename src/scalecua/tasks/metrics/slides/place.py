"""Whether shapes stand where they should, as the options of `compare_pptx_files` ask.

Two lengths agree within the option `approximately_tolerance`, a share of the greater, or within SLACK: each
time that LibreOffice saves, it rounds to hundredths of a millimetre (360 EMU) and takes one off every size.
"""

from scalecua.tasks.metrics.slides.options import Options
from scalecua.tasks.metrics.slides.shapes import Box, Shape

SLACK = 1800
TURN_SLACK = 30_000
_FULL_TURN = 360 * 60_000
PLACE = ("left", "top", "width", "height")
SIZE = ("width", "height")


def placed(found: Shape, wanted: Shape, options: Options) -> bool:
    """Whether one shape passes every option on geometry that looks at single shapes."""
    tolerance, both = options.approximately_tolerance, (found, wanted)
    sides = PLACE[:3] if options.examine_shape_lenient_height else PLACE
    if options.examine_shape and not (alike(found, wanted, sides, tolerance) and _turned(found, wanted)):
        return False
    if options.examine_shape_for_shift_size and not alike(found, wanted, PLACE, tolerance):
        return False
    if options.examine_image_size:
        picture = all(shape.kind == "picture" for shape in both)
        if not alike(found, wanted, SIZE if picture else PLACE, tolerance):
            return False
    if options.examine_modify_height:
        wordless = not any(shape.text for shape in both)
        return alike(found, wanted, ("height",) if wordless else PLACE, tolerance)
    return True


def alike(found: Shape, wanted: Shape, sides: tuple[str, ...], tolerance: float) -> bool:
    """Whether these sides of two shapes agree; a shape without a place agrees with another such only."""
    if found.box is None or wanted.box is None:
        return found.box is wanted.box
    pairs = ((getattr(found.box, side), getattr(wanted.box, side)) for side in sides)
    return all(_near(one, other, tolerance) for one, other in pairs)


def _near(one: int, other: int, tolerance: float) -> bool:
    return abs(one - other) <= max(SLACK, tolerance * max(abs(one), abs(other)))


def _turned(found: Shape, wanted: Shape) -> bool:
    difference = abs(_turn(found.box) - _turn(wanted.box))
    return min(difference, _FULL_TURN - difference) <= TURN_SLACK


def _turn(box: Box | None) -> int:
    return 0 if box is None else box.turn
