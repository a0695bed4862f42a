"""`compare_pdf_images`: the pictures in PDF files."""

from pathlib import Path

import numpy as np
from PIL import Image
from pypdf import PdfReader
from skimage.metrics import structural_similarity

from scalecua.tasks.metrics.documents.pdf_text import WHAT, opened
from scalecua.tasks.metrics.documents.sides import both

# Programs that write PDF files may scale pictures and compress them again.
ALIKE = 0.9
SIDE = 256
PICTURES_LIMIT = 500
PIXELS_LIMIT = 50_000_000
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def compare_pdf_images(result: Path, expected: Path) -> float:
    """The share of pictures that look the same, in order; 0 where both do not have as many.

    Pictures are compared by structural similarity, in colour and at one size; their quality does not count.
    """
    return alike(*both(WHAT, lambda path: pictures(opened(path)), result, expected))


def pictures(reader: PdfReader) -> list[Pixels]:
    """Every picture of every page, at one size."""
    found: list[Pixels] = []
    for page in reader.pages:
        for picture in page.images:
            image = picture.image
            if image is None or image.width * image.height > PIXELS_LIMIT or len(found) == PICTURES_LIMIT:
                raise ValueError("a picture cannot be read, is too large, or is one of too many")
            found.append(_scaled(image))
    return found


def alike(found: list[Pixels], wanted: list[Pixels]) -> float:
    """The share of pictures that look the same, 1 where there are none."""
    if len(found) != len(wanted):
        return 0.0
    same = [_same(one, other) for one, other in zip(found, wanted, strict=True)]
    return sum(same) / len(same) if same else 1.0


def _scaled(image: Image.Image) -> Pixels:
    paper = Image.new("RGBA", image.size, "white")
    paper.alpha_composite(image.convert("RGBA"))
    return np.asarray(paper.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX))


def _same(one: Pixels, other: Pixels) -> bool:
    similarity = structural_similarity(one, other, channel_axis=2)  # type: ignore[no-untyped-call]
    return bool(similarity >= ALIKE)
