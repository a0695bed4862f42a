"""Screenshots to features, each encoded once: a frozen tower makes the cache exact to the bit."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from torch import Tensor

from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.observation import Blobs
from scalecua.core.view import ImageRef
from scalecua.policy.processor import Processor

T = TypeVar("T")
Key = tuple[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Features:
    """What the text model adds for one image: `pooled` at its input and one of `deep` after each early layer.

    All have shape (visual tokens, text width).
    """

    pooled: Tensor
    deep: tuple[Tensor, ...]

    @property
    def size(self) -> int:
        """Bytes held."""
        return sum(tensor.numel() * tensor.element_size() for tensor in (self.pooled, *self.deep))


def encode(model: Any, pixels: Sequence[Tensor], grids: Sequence[tuple[int, int, int]]) -> list[Features]:
    """Run the vision tower over images, each of `pixels` being (patches, patch values) as processed."""
    output = model.model.get_image_features(torch.cat(list(pixels)), torch.tensor(grids), return_dict=True)
    deep = output.deepstack_features or []
    return [
        Features(pooled, tuple(layer[index] for layer in deep))
        for index, pooled in enumerate(output.pooler_output)
    ]


class Images:
    """Pixel values of screenshots, read from blobs and kept up to `limit` bytes, the least used dropped."""

    def __init__(self, processor: Processor, blobs: Blobs, *, limit: int) -> None:
        self._processor = processor
        self._blobs = blobs
        self._kept: Lru[Tensor] = Lru(limit)

    def pixels(self, image: ImageRef) -> Tensor:
        """(patches, patch values); PolicyError if the picture's grid is not the stream's."""
        key = (image.sha256, image.grid)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        values, grid = self._processor.pixels(self._blobs.get(image.sha256))
        if tuple(grid) != image.grid:
            raise PolicyError(
                f"screenshot {image.sha256[:12]} has grid {tuple(grid)} under this processor, but the "
                f"stream was made with {image.grid}; use the processor the stream was made with",
                failure=Failure.ENGINE,
            )
        tensor = torch.from_numpy(np.ascontiguousarray(values, dtype=np.float32))
        self._kept.put(key, tensor, tensor.numel() * 4)
        return tensor


class FeatureCache:
    """Features of screenshots under one set of vision weights, up to `limit` bytes of them."""

    def __init__(self, images: Images, *, limit: int) -> None:
        self._images = images
        self._kept: Lru[Features] = Lru(limit)

    def features(self, model: Any, images: Sequence[ImageRef]) -> list[Features]:
        """Features in the order of `images`; only those never seen go through the tower, without gradient."""
        result: list[Features] = []
        for image in images:
            key = (image.sha256, image.grid)
            kept = self._kept.get(key)
            if kept is None:
                with torch.no_grad():
                    kept = encode(model, [self._images.pixels(image)], [image.grid])[0]
                self._kept.put(key, kept, kept.size)
            result.append(kept)
        return result

    def clear(self) -> None:
        """Forget everything: the vision weights have changed."""
        self._kept = Lru(self._kept.limit)


class Lru(Generic[T]):
    """A mapping bounded in bytes, for any number of threads."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0
        self._items: OrderedDict[Key, tuple[T, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> T | None:
        """The value, which becomes the most recently used, or None."""
        with self._lock:
            item = self._items.get(key)
            if item is None:
                return None
            self._items.move_to_end(key)
            return item[0]

    def put(self, key: Key, value: T, size: int) -> None:
        """Keep a value of `size` bytes, dropping others; one beyond the limit is not kept."""
        if size > self.limit:
            return
        with self._lock:
            if key in self._items:
                self.used -= self._items.pop(key)[1]
            self._items[key] = (value, size)
            self.used += size
            while self.used > self.limit:
                self.used -= self._items.popitem(last=False)[1][1]
