"""The image rule of a checkpoint: screenshots to patches as transformers' PIL processor makes them."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scalecua.core.errors import PolicyError, boundary
from scalecua.policy.resize import smart_resize

Grid = tuple[int, int, int]
Pixels = NDArray[np.float32]
_NORM = (0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711)


@dataclass(frozen=True)
class ImageRule:
    """Sides: `patch` pixels a vision patch, `merge` patches a visual token; `frames` copies of a still."""

    patch: int
    merge: int
    frames: int
    min_pixels: int
    max_pixels: int
    mean: tuple[float, ...] = _NORM[0]
    std: tuple[float, ...] = _NORM[1]

    @staticmethod
    def load(folder: Path) -> "ImageRule":
        """Read `preprocessor_config.json`; PolicyError naming what it lacks."""
        path = folder / "preprocessor_config.json"
        with boundary(PolicyError, f"the image rule {path} cannot be read"):
            return _rule(json.loads(path.read_text(encoding="utf-8")))

    def grid(self, width: int, height: int) -> Grid:
        """(frames, rows, columns) in patches before merging, of a picture of the given size in pixels."""
        wide, high = self.resized(width, height)
        return 1, high // self.patch, wide // self.patch

    def resized(self, width: int, height: int) -> tuple[int, int]:
        """The size in pixels at which the model sees a picture."""
        return smart_resize(
            width,
            height,
            factor=self.patch * self.merge,
            min_pixels=self.min_pixels,
            max_pixels=self.max_pixels,
        )

    def tokens(self, grid: Grid) -> int:
        """Visual tokens, and so placeholders, of a grid."""
        return grid[0] * grid[1] * grid[2] // self.merge**2

    def pixels(self, data: bytes) -> tuple[Pixels, Grid]:
        """Decode a JPEG or PNG; returns (rows * columns, 3 * frames * patch**2) float32 and its grid."""
        with boundary(PolicyError, f"a screenshot of {len(data)} bytes cannot be decoded"):
            picture = Image.open(io.BytesIO(data)).convert("RGB")
        grid = self.grid(*picture.size)
        small = picture.resize(self.resized(*picture.size), Image.Resampling.BICUBIC)
        return self._patches(np.asarray(small), grid), grid

    def _patches(self, image: NDArray[np.uint8], grid: Grid) -> Pixels:
        """(height, width, 3) to patches, visual token by visual token, channel before frame before row."""
        rows, columns, merge, patch = grid[1], grid[2], self.merge, self.patch
        normalised = np.stack([self._levels[c][image[..., c]] for c in range(3)])
        cut = normalised.reshape(3, rows // merge, merge, patch, columns // merge, merge, patch)
        cut = cut.transpose(1, 4, 2, 5, 0, 3, 6)[:, :, :, :, :, None]
        frames = np.broadcast_to(cut, (*cut.shape[:5], self.frames, patch, patch))
        return frames.reshape(rows * columns, -1)

    @cached_property
    def _levels(self) -> NDArray[np.float32]:
        """What each of the 256 levels of each channel becomes: a table, since bytes are all there is."""
        unit = (np.arange(256, dtype=np.float64) * (1 / 255)).astype(np.float32)
        mean, std = np.array(self.mean, np.float32), np.array(self.std, np.float32)
        return np.asarray((unit[None] - mean[:, None]) / std[:, None], dtype=np.float32)


def _rule(raw: Mapping[str, Any]) -> ImageRule:
    size = raw.get("size") or {}
    return ImageRule(
        patch=int(raw["patch_size"]),
        merge=int(raw["merge_size"]),
        frames=int(raw["temporal_patch_size"]),
        min_pixels=int(raw.get("min_pixels") or size["shortest_edge"]),
        max_pixels=int(raw.get("max_pixels") or size["longest_edge"]),
        mean=tuple(float(v) for v in raw.get("image_mean", _NORM[0])),
        std=tuple(float(v) for v in raw.get("image_std", _NORM[1])),
    )
