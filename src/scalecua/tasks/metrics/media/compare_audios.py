"""`compare_audios`: two files hold the same recording, whatever their formats."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scalecua.tasks.metrics.media.ffmpeg import decoded
from scalecua.tasks.metrics.unreadable import agents

Signal = NDArray[np.float32]
Levels = NDArray[np.float64]
RATE = 16_000
LONGEST_S = 600
WINDOW, HOP = 1024, 256
BANDS, LOWEST_HZ, HIGHEST_HZ = 48, 60.0, 5000.0
# Encoders pad, and converters cut, a little at either end.
LENGTH_S, LENGTH_SHARE = 0.25, 0.01
SHIFT_S = 0.3
# Power that only rounding leaves.
SILENT = 1e-4
# Decibels below the loudest tenth at which a band counts as silent.
FLOOR_DB = 40.0
APART_DB = 3.0
# The same for each part of this many frames, two seconds.
PART, PART_APART_DB = 125, 6.0


def compare_audios(result: Any, expected: Any) -> float:
    """1 where both recordings last equally long and sound alike all along; level and channels do not matter.

    Their spectra, in bands, are on average at most APART_DB apart wherever either is audible, and at most
    PART_APART_DB in every part.
    """
    other = _samples(expected)
    with agents("an audio file"):
        mine = _samples(result)
    allowed = max(LENGTH_S, LENGTH_SHARE * len(other) / RATE)
    if abs(len(mine) - len(other)) / RATE > allowed:
        return 0.0
    one, two = _levels(mine), _levels(other)
    if one is None or two is None:
        return float(one is two)
    most = round(SHIFT_S * RATE / HOP)
    apart = min((_apart(one, two, shift) for shift in range(-most, most + 1)), key=lambda pair: pair[0])
    return float(apart[0] <= APART_DB and apart[1] <= PART_APART_DB)


def _samples(path: Any) -> Signal:
    """One channel at RATE, the first LONGEST_S seconds."""
    form = ("-vn", "-map", "0:a:0", "-ac", "1", "-ar", str(RATE), "-f", "f32le")
    return np.frombuffer(decoded(path, (*form, "-t", str(LONGEST_S))), dtype=np.float32)


def _levels(samples: Signal) -> Levels | None:
    """Frames by BANDS: decibels above the floor, 0 where silent; None where all of it is silent."""
    padded = np.pad(samples, (0, max(0, WINDOW - len(samples))))
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    parts = [windows[at : at + PART] for at in range(0, len(windows), PART)]
    shape, bands = np.hanning(WINDOW), _bands()
    power: Levels = np.concatenate([np.abs(np.fft.rfft(part * shape)) ** 2 @ bands for part in parts])
    loudest = float(np.percentile(power.max(axis=1), 90))
    if loudest < SILENT:
        return None
    level: Levels = np.maximum(10 * np.log10(power / loudest + 1e-12) + FLOOR_DB, 0.0)
    return level


def _bands() -> Levels:
    """Frequencies by BANDS: 1 where a frequency lies in a band."""
    edges = np.geomspace(LOWEST_HZ, HIGHEST_HZ, BANDS + 1)
    places = np.digitize(np.fft.rfftfreq(WINDOW, 1 / RATE), edges) - 1
    bands: Levels = np.equal.outer(places, np.arange(BANDS)).astype(np.float64)
    return bands


def _apart(one: Levels, other: Levels, shift: int) -> tuple[float, float]:
    """The mean difference of all that is audible in either, and that of the part where it is greatest.

    The second is begun `shift` frames later.
    """
    if shift < 0:
        return _apart(other, one, -shift)
    length = min(len(one), len(other) - shift)
    if length <= 0:
        return float("inf"), float("inf")
    mine, theirs = one[:length], other[shift : shift + length]
    audible = (mine > 0) | (theirs > 0)
    starts = np.arange(0, length, PART)
    sums = np.add.reduceat(np.where(audible, np.abs(mine - theirs), 0.0).sum(axis=1), starts)
    counts = np.add.reduceat(audible.sum(axis=1), starts)
    return float(sums.sum() / max(1, counts.sum())), float((sums / np.maximum(1, counts)).max())
