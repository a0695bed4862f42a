"""`compare_videos`: two files show the same pictures at the same times, whatever their formats."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scalecua.tasks.metrics.media.ffmpeg import decoded
from scalecua.tasks.metrics.unreadable import agents

Frames = NDArray[np.float32]
SIDE = 32
FRAMES_PER_S = 8
# How many frames earlier or later a picture may come.
STEPS = (-2, -1, 0, 1, 2)
LONGEST_S = 180
LENGTH_S, LENGTH_SHARE = 0.5, 0.01
# Mean difference of colours, of 255, and correlation of brightness.
APART, CORRELATED = 16.0, 0.85
# Variance of brightness that is as good as none.
FLAT = 9.0
SHARE_ALIKE = 0.95


def compare_videos(result: Any, expected: Any) -> float:
    """1 where both last equally long and at SHARE_ALIKE of all times show pictures that look alike.

    Pictures are compared small and turned as the file says; size, format and sound do not matter. A picture
    may come a quarter of a second earlier or later in the other. After LONGEST_S none are compared.
    """
    other = _frames(expected)
    with agents("a video file"):
        mine = _frames(result)
    allowed = max(LENGTH_S * FRAMES_PER_S, LENGTH_SHARE * len(other))
    if abs(len(mine) - len(other)) > allowed:
        return 0.0
    return float(min(_alike(mine, other), _alike(other, mine)) >= SHARE_ALIKE)


def _frames(path: Any) -> Frames:
    """Frames by height by width by colour, evenly spaced in time."""
    still = f"fps={FRAMES_PER_S},scale={SIDE}:{SIDE}:flags=area"
    form = ("-an", "-map", "0:v:0", "-vf", still, "-pix_fmt", "rgb24", "-f", "rawvideo")
    raw = decoded(path, (*form, "-t", str(LONGEST_S)))
    return np.frombuffer(raw, dtype=np.uint8).reshape(-1, SIDE, SIDE, 3).astype(np.float32)


def _alike(these: Frames, those: Frames) -> float:
    """The share of these frames that look like one of those of about the same time."""
    places = [np.clip(np.arange(len(these)) + step, 0, len(those) - 1) for step in STEPS]
    return float(np.any([_same(these, those[at]) for at in places], axis=0).mean())


def _same(these: Frames, those: Frames) -> NDArray[np.bool_]:
    """Frame by frame: colours are near, and what is bright in one is bright in the other."""
    near = np.abs(these - those).mean(axis=(1, 2, 3)) <= APART
    one, other = (frames.mean(axis=3).reshape(len(frames), -1) for frames in (these, those))
    one, other = (light - light.mean(axis=1, keepdims=True) for light in (one, other))
    covariance, *variances = (np.mean(pair, axis=1) + FLAT for pair in (one * other, one**2, other**2))
    alike = covariance / np.sqrt(variances[0] * variances[1]) >= CORRELATED
    return np.asarray(near & alike)
