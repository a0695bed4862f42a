"""What is in front in a picture with a plain ground."""

import numpy as np

from scalecua.tasks.metrics.pictures.picture import Mask, Pixels


def apart(pixels: Pixels, tolerance: int) -> Mask:
    """Where a channel differs by more than `tolerance` from the ground, the commonest colour of the edges."""
    edges = np.concatenate((pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))
    colours, counts = np.unique(edges, axis=0, return_counts=True)
    ground = colours[counts.argmax()].astype(np.int16)
    found: Mask = (np.abs(pixels.astype(np.int16) - ground) > tolerance).any(axis=-1)
    return found
