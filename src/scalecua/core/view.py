"""A prompt as an engine takes it: expanded token ids and the screenshots their placeholders stand for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ImageRef:
    """One screenshot in a token stream.

    `grid` is (frames, height, width) in vision patches before merging; the placeholders fill
    `ids[start:stop]`, and stop - start = frames * height * width / merge**2.
    """

    sha256: str
    grid: tuple[int, int, int]
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class TokenView:
    """Expanded ids (one placeholder a visual token) and the images in stream order."""

    token_ids: tuple[int, ...]
    images: tuple[ImageRef, ...]
