"""A picture as a viewer shows it: upright, eight bits a channel, transparency kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from scalecua.tasks.metrics.unreadable import Unreadable, agents

# Readers of other formats start programs or are rarely tried.
FORMATS = ("BMP", "GIF", "JPEG", "PNG", "PPM", "TIFF", "WEBP")
PIXEL_LIMIT = 64_000_000
# Scaling a line of millions takes more memory than its pixels.
SIDE_LIMIT = 32_000
# A usual progressive JPEG has about ten scans; each costs a pass over all pixels.
SCAN_LIMIT = 200
FRAME_LIMIT = 1000
FRAME_PIXEL_LIMIT = 400_000_000
# Larger pictures are compared at a smaller scale: SSIM of a million pixels takes half a second.
COMPARED_PIXELS = 4_000_000
WHITE, BLACK = (255, 255, 255), (0, 0, 0)

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """The picture in mode RGBA, turned as its EXIF orientation says; `mode` is the mode of the file."""

    image: Image.Image
    mode: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    @property
    def opaque(self) -> bool:
        """Whether no pixel is transparent."""
        return cast(tuple[int, int], self.image.getchannel("A").getextrema())[0] == 255

    def visible(self) -> "Picture | None":
        """The part inside the margins that are wholly transparent; None where nothing can be seen."""
        box = self.image.getchannel("A").getbbox()
        return Picture(self.image.crop(box), self.mode) if box else None

    def resized(self, size: tuple[int, int]) -> "Picture":
        """The picture at another size."""
        if size == self.size:
            return self
        return Picture(self.image.resize(size, Image.Resampling.LANCZOS), self.mode)

    def affordable(self) -> "Picture":
        """The picture, scaled down if it has more than COMPARED_PIXELS."""
        width, height = self.size
        scale = (COMPARED_PIXELS / (width * height)) ** 0.5
        return self if scale >= 1 else self.resized((max(1, int(width * scale)), max(1, int(height * scale))))

    def on(self, colour: tuple[int, int, int] = WHITE) -> Image.Image:
        """The picture as RGB on a ground of this colour, which shows where it is transparent."""
        ground = Image.new("RGBA", self.size, (*colour, 255))
        ground.alpha_composite(self.image)
        return ground.convert("RGB")

    def pixels(self) -> Pixels:
        """Red, green and blue on white: shape (height, width, 3)."""
        return np.asarray(self.on())


def of_agent(result: Any) -> Picture:
    """The agent's picture; Unreadable if it is none."""
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a picture"):
        return read(result)


def of_task(expected: Any) -> Picture:
    """The task's picture; ValueError or OSError, a fault of the task, if it is none."""
    if not isinstance(expected, Path):
        raise ValueError(f"expected is {expected!r:.200}, not a file")
    return read(expected)


def read(path: Path) -> Picture:
    """The picture in a file, the first if it holds several; ValueError or OSError if it cannot be read."""
    with _opened(path) as image:
        return _shown(image)


def sampled(path: Path, parts: int) -> list[Picture]:
    """Pictures of an animation at `parts` even steps from its first to its last; one of a still picture."""
    with _opened(path) as image:
        # A JPEG may hold a second picture, which is no animation.
        count = _frames(image) if image.format in {"GIF", "PNG", "WEBP"} else 1
        if count == 1:
            image.seek(0)
            return [_shown(image)]
    with _opened(path) as image:
        found = []
        for part in range(parts):
            image.seek(round(part * (count - 1) / (parts - 1)))
            found.append(_shown(image))
        return found


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    with Image.open(path, formats=FORMATS) as image:
        if image.width * image.height > PIXEL_LIMIT:
            raise ValueError(f"{image.width} x {image.height} pixels are more than {PIXEL_LIMIT}")
        if max(image.size) > SIDE_LIMIT:
            raise ValueError(f"a side of {max(image.size)} pixels is more than {SIDE_LIMIT}")
        if image.format in {"JPEG", "MPO"} and path.read_bytes().count(b"\xff\xda") > SCAN_LIMIT:
            raise ValueError(f"the JPEG has more than {SCAN_LIMIT} scans")
        yield image


def _frames(image: Image.Image) -> int:
    """How many there are, found one after the other: asking the reader may take it minutes."""
    limit = min(FRAME_LIMIT, FRAME_PIXEL_LIMIT // (image.width * image.height))
    for number in range(1, limit + 1):
        try:
            image.seek(number)
        except EOFError:
            return number
    raise ValueError(f"an animation of {image.width} x {image.height} pixels has more than {limit} frames")


def _shown(image: Image.Image) -> Picture:
    mode = image.mode
    ImageOps.exif_transpose(image, in_place=True)
    if mode.startswith("I"):
        # Pillow would clip values of sixteen bits to eight, not scale them.
        image = Image.fromarray((np.asarray(image) // 257).clip(0, 255).astype(np.uint8))
    if not image.has_transparency_data and mode != "RGB":
        image = image.convert("RGB")
    return Picture(image.convert("RGBA"), mode)
