"""Multimodal rotary positions: text counts up by one, an image spans its grid and counts as its longer side.

After Qwen2-VL (arXiv 2409.12191, section 2.1) as transformers computes them for Qwen3-VL, but with images
known by their span in the stream, never by the value of a token.
"""

from collections.abc import Sequence

import numpy as np

from scalecua.core.records import IntArray
from scalecua.core.view import ImageRef


def positions(length: int, images: Sequence[ImageRef], merge: int) -> tuple[IntArray, int]:
    """Frame, row and column position of each of `length` tokens, shape (3, length), and the next position.

    `merge` is the side of the square of vision patches that one visual token stands for.
    """
    result = np.empty((3, length), dtype=np.int64)
    index = current = 0
    for image in images:
        text = image.start - index
        result[:, index : image.start] = current + np.arange(text)
        current += text
        frames, height, width = image.grid[0], image.grid[1] // merge, image.grid[2] // merge
        result[:, image.start : image.stop] = current + np.indices((frames, height, width)).reshape(3, -1)
        current += max(height, width)
        index = image.stop
    result[:, index:] = current + np.arange(length - index)
    return result, current + length - index
