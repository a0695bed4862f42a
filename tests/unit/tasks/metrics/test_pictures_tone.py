"""Brightness, contrast and saturation: changed in the right direction, and the picture still the same."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

DARKER = "check_brightness_decrease_and_structure_sim"
CONTRAST = "check_contrast_increase_and_structure_sim"
SATURATION = "check_saturation_increase_and_structure_sim"


def photo(seed: int = 0, size: tuple[int, int] = (120, 80)) -> Image.Image:
    """Smooth spots of pale colour, neither black nor white."""
    coarse = np.random.default_rng(seed).integers(80, 180, (16, 24, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def bright(factor: float, seed: int = 0) -> Image.Image:
    return ImageEnhance.Brightness(photo(seed)).enhance(factor)


def contrast(factor: float, seed: int = 0) -> Image.Image:
    return ImageEnhance.Contrast(photo(seed)).enhance(factor)


def colour(factor: float, seed: int = 0) -> Image.Image:
    return ImageEnhance.Color(photo(seed)).enhance(factor)


def hues(turn: int) -> Image.Image:
    hue, saturation, value = colour(1.5).convert("HSV").split()
    return Image.merge("HSV", (hue.point(lambda v: (v + turn) % 256), saturation, value)).convert("RGB")


def a_pixel_darker() -> Image.Image:
    image = photo()
    image.putpixel((0, 0), (0, 0, 0))
    return image


def noisy(sigma: float) -> Image.Image:
    noise = np.random.default_rng(1).normal(0, sigma, (80, 120, 3))
    return Image.fromarray((np.asarray(photo()) + noise).clip(0, 255).astype(np.uint8))


def stretched(image: Image.Image) -> Image.Image:
    return image.resize((120, 60))


CASES: list[tuple[str, Image.Image, Image.Image, dict[str, Any], int]] = [
    (DARKER, bright(0.7), photo(), {}, 1),
    (DARKER, bright(0.2), photo(), {}, 1),
    (DARKER, a_pixel_darker(), photo(), {}, 1),
    (DARKER, photo(), photo(), {}, 0),
    (DARKER, bright(1.2), photo(), {}, 0),
    (DARKER, photo(), bright(1.2), {}, 1),
    (DARKER, Image.new("RGB", (120, 80)), photo(), {}, 0),
    (DARKER, bright(0.7, seed=1), photo(), {}, 0),
    (DARKER, bright(0.7, seed=1), photo(), {"threshold": 0.15}, 0),
    (DARKER, photo(), Image.new("RGB", (120, 80), "white"), {"threshold": 0.15}, 0),
    (DARKER, Image.new("RGB", (9, 9), "gray"), Image.new("RGB", (9, 9), "white"), {}, 1),
    (DARKER, bright(0.7).resize((60, 40)), photo(), {}, 1),
    (DARKER, stretched(bright(0.7)), photo(), {}, 0),
    (DARKER, bright(0.7).resize((8, 5)), photo(), {}, 0),
    (CONTRAST, contrast(1.3), photo(), {}, 1),
    (CONTRAST, contrast(3), photo(), {}, 1),
    (CONTRAST, contrast(1.02), photo(), {}, 1),
    (CONTRAST, photo(), photo(), {}, 0),
    (CONTRAST, contrast(0.9), photo(), {}, 0),
    (CONTRAST, bright(0.9), photo(), {}, 0),
    (CONTRAST, contrast(1.3, seed=1), photo(), {}, 0),
    (CONTRAST, noisy(50), photo(), {}, 0),
    (CONTRAST, contrast(1.3).resize((60, 40)), photo(), {}, 0),
    (CONTRAST, contrast(1.3), Image.new("RGB", (120, 80), "gray"), {}, 0),
    (SATURATION, colour(1.3), photo(), {}, 1),
    (SATURATION, colour(2.5), photo(), {}, 1),
    (SATURATION, photo(), photo(), {}, 0),
    (SATURATION, colour(0.9), photo(), {}, 0),
    (SATURATION, colour(0), photo(), {}, 0),
    (SATURATION, hues(0), photo(), {}, 1),
    (SATURATION, hues(40), photo(), {}, 0),
    (SATURATION, colour(1.5, seed=1), photo(), {}, 0),
    (SATURATION, colour(1.3).resize((60, 40)), photo(), {}, 0),
    (SATURATION, colour(1.3).crop((0, 1, 120, 80)), photo(), {}, 0),
]


@pytest.mark.parametrize(("name", "mine", "other", "options", "wanted"), CASES)
def test_scores(
    tmp_path: Path, name: str, mine: Image.Image, other: Image.Image, options: dict[str, Any], wanted: int
) -> None:
    mine.save(tmp_path / "mine.png")
    other.save(tmp_path / "other.png")
    assert metric(name)(tmp_path / "mine.png", tmp_path / "other.png", **options) == wanted


@pytest.mark.parametrize(("threshold", "wanted"), [(0.03, 0), (0.11, 0), (0.115, 1), (0.15, 1)])
def test_threshold_bounds_the_mean_square(tmp_path: Path, threshold: float, wanted: int) -> None:
    """Halves of 40 and 80, brought to a mean of 128, are 85 and 171, of which 0 and 255 are 0.112 away."""
    for name, left, right in (("mine", 40, 80), ("other", 0, 255)):
        halves = np.full((40, 60), left, dtype=np.uint8)
        halves[:, 30:] = right
        Image.fromarray(halves).save(tmp_path / f"{name}.png")
    assert metric(DARKER)(tmp_path / "mine.png", tmp_path / "other.png", threshold=threshold) == wanted


@pytest.mark.parametrize("name", [DARKER, CONTRAST, SATURATION])
def test_faults(tmp_path: Path, name: str) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    photo().save(good)
    bad.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises((OSError, ValueError)):
        metric(name)(good, bad)
    with pytest.raises(TypeError, match="treshold"):
        metric(name)(good, good, treshold=0.1)


@pytest.mark.parametrize("threshold", [0, -1])
def test_threshold_that_nothing_meets(tmp_path: Path, threshold: float) -> None:
    photo().save(tmp_path / "a.png")
    with pytest.raises(ValueError, match="threshold"):
        metric(DARKER)(tmp_path / "a.png", tmp_path / "a.png", threshold=threshold)
