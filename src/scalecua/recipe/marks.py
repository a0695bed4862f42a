"""A turn's actions drawn on its screenshot."""

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError

from scalecua.core import action as a

WIDTH = 480
QUALITY = 68
# A desktop is not trusted: neither to send a picture of a common format nor one of a sane size.
FORMATS = ("JPEG", "PNG")
MOST_PIXELS = 40_000_000
FINE = 2
COLOUR = (226, 61, 40)
HALO = (255, 255, 255, 235)
Point = tuple[float, float]


def picture(data: bytes, screen: tuple[int, int], actions: Sequence[a.Action]) -> bytes | None:
    """The screenshot `data` with `actions` (pixels of `screen`) drawn on it, WIDTH pixels wide, as WebP.

    None where the bytes are no picture.
    """
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                return None
            size = WIDTH, max(1, round(WIDTH * opened.height / opened.width))
            small = opened.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError, ValueError):
        return None
    if any(a.points(action) for action in actions):
        marked = Image.alpha_composite(small.convert("RGBA"), _overlay(size, screen, actions))
        small = marked.convert("RGB")
    buffer = io.BytesIO()
    small.save(buffer, "WEBP", quality=QUALITY, method=4)
    return buffer.getvalue()


def _overlay(size: tuple[int, int], screen: tuple[int, int], actions: Sequence[a.Action]) -> Image.Image:
    """The marks alone, drawn FINE times larger for smooth edges."""
    overlay = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(overlay)
    for number, action in enumerate(actions, 1):
        ends = [(x * size[0] / screen[0] * FINE, y * size[1] / screen[1] * FINE) for x, y in a.points(action)]
        if ends:
            _mark(draw, action, ends)
            _label(draw, ends[0], _tag(action, number if len(actions) > 1 else 0), overlay.width)
    return overlay.resize(size, Image.Resampling.LANCZOS)


def _mark(draw: ImageDraw.ImageDraw, action: a.Action, ends: list[Point]) -> None:
    start = ends[0]
    if isinstance(action, a.LeftClickDrag):
        _arrow(draw, start, ends[1])
    if isinstance(action, a.Scroll):
        x, y = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[action.direction]
        _arrow(draw, start, (start[0] + 48 * FINE * x, start[1] + 48 * FINE * y))
    if isinstance(action, a.MouseMove):
        _cross(draw, start)
        return
    _ring(draw, start, 18)
    if isinstance(action, a.DoubleClick | a.TripleClick):
        _ring(draw, start, 26)
    if isinstance(action, a.TripleClick):
        _ring(draw, start, 34)
    _dot(draw, start)


def _ring(draw: ImageDraw.ImageDraw, at: Point, radius: float) -> None:
    for colour, inner, width in ((HALO, radius + 1.5, 6.5), (COLOUR, radius, 3.5)):
        r = inner * FINE
        box = (at[0] - r, at[1] - r, at[0] + r, at[1] + r)
        draw.ellipse(box, outline=colour, width=round(width * FINE))


def _dot(draw: ImageDraw.ImageDraw, at: Point) -> None:
    r = 2 * FINE
    draw.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), fill=COLOUR)


def _cross(draw: ImageDraw.ImageDraw, at: Point) -> None:
    r = 13 * FINE
    for colour, width in ((HALO, 8), (COLOUR, 4)):
        for x, y in ((r, 0.0), (0.0, r)):
            line = (at[0] - x, at[1] - y, at[0] + x, at[1] + y)
            draw.line(line, fill=colour, width=width * FINE)


def _arrow(draw: ImageDraw.ImageDraw, start: Point, end: Point) -> None:
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    for colour, width, head in ((HALO, 9, 26), (COLOUR, 4, 20)):
        draw.line((*start, *end), fill=colour, width=width * FINE)
        wings = [
            (end[0] - head * FINE * math.cos(angle + side), end[1] - head * FINE * math.sin(angle + side))
            for side in (0.45, -0.45)
        ]
        draw.polygon([end, *wings], fill=colour)


def _tag(action: a.Action, number: int) -> str:
    """What a ring cannot say: the keys held, the button, and the place in the turn."""
    button = {
        "right_click": "right",
        "middle_click": "middle",
        "left_mouse_down": "down",
        "left_mouse_up": "up",
    }
    told = [*getattr(action, "modifiers", ()), button.get(action.kind, "")]
    text = "+".join(part for part in told if part)
    return " ".join(part for part in (str(number) if number else "", text) if part)


def _label(draw: ImageDraw.ImageDraw, at: Point, text: str, width: int) -> None:
    if not text:
        return
    font = ImageFont.load_default(size=19 * FINE)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    wide, high, pad = right - left, bottom - top, 5 * FINE
    x = min(at[0] + 18 * FINE, width - wide - 2 * pad)
    y = max(0.0, at[1] - 18 * FINE - high - 2 * pad)
    box = (x, y, x + wide + 2 * pad, y + high + 2 * pad)
    draw.rounded_rectangle(box, radius=6 * FINE, fill=COLOUR, outline=HALO, width=FINE)
    draw.text((x + pad - left, y + pad - top), text, font=font, fill=(255, 255, 255))
