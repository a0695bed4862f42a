"""`compare_docx_images`: the pictures in Word documents."""

import hashlib
import io
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import FALLBACK, WHAT, Element, opened, walk

EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
TAGS = {
    "{http://schemas.openxmlformats.org/drawingml/2006/main}blip": f"{EMBEDDED}embed",
    "{urn:schemas-microsoft-com:vml}imagedata": f"{EMBEDDED}id",
}
PIXELS_LIMIT = 50_000_000
Picture = tuple[tuple[int, int], bytes]


def compare_docx_images(result: Path, expected: Path) -> float:
    """1 where the pictures in the text are the same, in order and pixel by pixel.

    How large they are shown, and the file format that holds them, do not count.
    """
    found, wanted = both(WHAT, _pictures, result, expected)
    return float(found == wanted)


def _pictures(path: Path) -> list[Picture]:
    document = opened(path)
    elements = walk(document.element.body, frozenset({FALLBACK}))
    names = (_name(element) for element in elements if element.tag in TAGS)
    return [_pixels(document.part.related_parts[name].blob) for name in names if name is not None]


def _name(element: Element) -> str | None:
    name = element.get(TAGS[element.tag])
    return None if name is None else str(name)


def _pixels(data: bytes) -> Picture:
    """Size and digest of the pixels; of the file itself where it is a format that cannot be drawn."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > PIXELS_LIMIT:
                raise ValueError(f"a picture has {image.width} times {image.height} pixels")
            return image.size, hashlib.sha256(image.convert("RGBA").tobytes()).digest()
    except (UnidentifiedImageError, OSError):
        return (0, 0), hashlib.sha256(data).digest()
