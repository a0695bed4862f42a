"""`check_structure_sim` and its kin, and what they share: size, transparency, orientation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

Edit = Callable[[Image.Image], Image.Image]
FAMILY = [
    "check_structure_sim",
    "check_file_exists_and_structure_sim",
    "check_structure_sim_with_threshold",
    "check_structure_sim_resized",
    "check_palette_and_structure_sim",
    "check_image_mirror",
]


def photo(seed: int = 0, size: tuple[int, int] = (120, 80)) -> Image.Image:
    """Smooth spots of colour, as in a photo."""
    coarse = np.random.default_rng(seed).integers(0, 256, (16, 24, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def cutout(image: Image.Image, hidden: tuple[int, int, int] | None = None) -> Image.Image:
    """The left half transparent, with its colours kept or replaced by `hidden`."""
    made = image.convert("RGBA")
    left = made.crop((0, 0, image.width // 2, image.height))
    if hidden:
        left = Image.new("RGBA", left.size, (*hidden, 255))
    left.putalpha(0)
    made.paste(left, (0, 0))
    return made


def noisy(image: Image.Image, sigma: float) -> Image.Image:
    noise = np.random.default_rng(1).normal(0, sigma, (image.height, image.width, 3))
    return Image.fromarray((np.asarray(image) + noise).clip(0, 255).astype(np.uint8))


def framed(image: Image.Image) -> Image.Image:
    """In the middle of a transparent canvas."""
    canvas = Image.new("RGBA", (image.width + 50, image.height + 40), (9, 9, 9, 0))
    canvas.paste(image, (20, 10))
    return canvas


def score(name: str, tmp_path: Path, mine: Image.Image, other: Image.Image, **options: Any) -> float:
    mine.save(tmp_path / "mine.png")
    other.save(tmp_path / "other.png")
    return metric(name)(tmp_path / "mine.png", tmp_path / "other.png", **options)


SAME_SIZE: list[tuple[str, Edit, int]] = [
    ("itself", lambda image: image, 1),
    ("a little noise", lambda image: noisy(image, 4), 1),
    ("much noise", lambda image: noisy(image, 60), 0),
    ("another", lambda image: photo(1), 0),
    ("a row less", lambda image: image.crop((0, 1, 120, 80)), 0),
    ("a column more", lambda image: ImageOps.pad(image, (121, 80)), 0),
    ("half the size", lambda image: image.resize((60, 40)), 0),
    ("thirds exchanged", lambda image: Image.fromarray(np.roll(np.asarray(image), 40, axis=1)), 0),
    ("upside down", ImageOps.flip, 0),
    ("opaque as RGBA", lambda image: image.convert("RGBA"), 1),
    ("half transparent", cutout, 0),
]


@pytest.mark.parametrize(("name", "edit", "wanted"), SAME_SIZE, ids=[case[0] for case in SAME_SIZE])
@pytest.mark.parametrize("check", ["check_structure_sim", "check_file_exists_and_structure_sim"])
def test_same_size(tmp_path: Path, check: str, name: str, edit: Edit, wanted: int) -> None:
    assert score(check, tmp_path, edit(photo()), photo()) == wanted


@pytest.mark.parametrize(
    ("mine", "wanted"),
    [
        (cutout(photo()), 1),
        (cutout(photo(), hidden=(255, 0, 255)), 1),
        (photo(), 0),
        (ImageOps.mirror(cutout(photo())), 0),
    ],
    ids=["itself", "other hidden colours", "not cut out", "the other half"],
)
def test_cutout_is_judged_by_what_can_be_seen(tmp_path: Path, mine: Image.Image, wanted: int) -> None:
    assert score("check_structure_sim", tmp_path, mine, cutout(photo(), hidden=(1, 2, 3))) == wanted


def test_white_object_on_transparent_ground_is_not_a_white_picture(tmp_path: Path) -> None:
    white = Image.new("RGB", (64, 64), "white")
    assert score("check_structure_sim", tmp_path, white, cutout(white)) == 0


@pytest.mark.parametrize(
    ("sigma", "options", "wanted"),
    [
        (0, {"ssim_threshold": 1.0}, 1),
        (4, {}, 1),
        (4, {"ssim_threshold": 0.85}, 1),
        (4, {"ssim_threshold": 0.9999}, 0),
        (60, {"ssim_threshold": 0.85}, 0),
        (60, {}, 0),
        (60, {"ssim_threshold": 0.0}, 1),
    ],
)
def test_threshold(tmp_path: Path, sigma: float, options: dict[str, Any], wanted: int) -> None:
    mine = noisy(photo(), sigma)
    assert score("check_structure_sim_with_threshold", tmp_path, mine, photo(), **options) == wanted


RESIZED: list[tuple[str, Edit, int]] = [
    ("itself", lambda image: image, 1),
    ("half", lambda image: image.resize((60, 40)), 1),
    ("twice", lambda image: image.resize((240, 160)), 1),
    ("a pixel of rounding", lambda image: image.resize((61, 40)), 1),
    ("proportion lost", lambda image: image.resize((60, 44)), 0),
    ("other photo", lambda image: photo(1, (60, 40)), 0),
    ("a thumbnail", lambda image: image.resize((12, 8)), 0),
]


@pytest.mark.parametrize(("name", "edit", "wanted"), RESIZED, ids=[case[0] for case in RESIZED])
@pytest.mark.parametrize("check", ["check_structure_sim_resized", "check_structure_sim_with_threshold"])
def test_resized(tmp_path: Path, check: str, name: str, edit: Edit, wanted: int) -> None:
    assert score(check, tmp_path, edit(photo()), photo()) == wanted


def test_resized_leaves_out_transparent_margins(tmp_path: Path) -> None:
    small = photo().resize((60, 40))
    assert score("check_structure_sim_resized", tmp_path, framed(small), photo()) == 1
    assert score("check_structure_sim_resized", tmp_path, small, framed(photo())) == 1
    assert score("check_structure_sim_resized", tmp_path, framed(photo(1)), photo()) == 0
    assert score("check_structure_sim_resized", tmp_path, Image.new("RGBA", (60, 40)), photo()) == 0
    with pytest.raises(ValueError, match="wholly transparent"):
        score("check_structure_sim_resized", tmp_path, small, Image.new("RGBA", (60, 40)))


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (lambda image: image.quantize(255), 1),
        (lambda image: image, 0),
        (lambda image: image.convert("L"), 0),
        (lambda image: photo(1).quantize(255), 0),
        (lambda image: image.quantize(2), 0),
        (lambda image: image.resize((60, 40)).quantize(255), 0),
    ],
    ids=["indexed", "RGB", "gray", "another", "two colours", "smaller"],
)
def test_palette(tmp_path: Path, edit: Edit, wanted: int) -> None:
    assert score("check_palette_and_structure_sim", tmp_path, edit(photo()), photo()) == wanted


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (ImageOps.mirror, 1),
        (lambda image: noisy(ImageOps.mirror(image), 1), 1),
        (lambda image: image, 0),
        (ImageOps.flip, 0),
        (lambda image: image.rotate(180), 0),
        (lambda image: noisy(ImageOps.mirror(image), 20), 0),
        (lambda image: ImageOps.mirror(image).resize((60, 40)), 0),
    ],
    ids=["mirrored", "rounded", "as it was", "flipped", "turned", "mirrored and spoilt", "smaller"],
)
def test_mirror(tmp_path: Path, edit: Edit, wanted: int) -> None:
    assert score("check_image_mirror", tmp_path, edit(photo()), photo()) == wanted


def test_orientation_is_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # Turn it clockwise by 90 degrees.
    photo().rotate(90, expand=True).save(tmp_path / "mine.png", exif=exif)
    photo().save(tmp_path / "other.png")
    assert metric("check_structure_sim")(tmp_path / "mine.png", tmp_path / "other.png") == 1
    assert metric("check_image_size")(tmp_path / "mine.png", {"width": 120, "height": 80}) == 1


def test_small_pictures(tmp_path: Path) -> None:
    one, other = Image.new("RGB", (2, 2), "red"), Image.new("RGB", (2, 2), "blue")
    assert score("check_structure_sim", tmp_path, one, one) == 1
    assert score("check_structure_sim", tmp_path, one, other) == 0
    assert score("check_structure_sim", tmp_path, photo(0, (5, 5)), photo(1, (5, 5))) == 0


@pytest.mark.parametrize("name", FAMILY)
def test_broken_files(tmp_path: Path, name: str) -> None:
    photo().save(tmp_path / "good.png")
    good = (tmp_path / "good.png").read_bytes()
    for number, data in enumerate((b"", b"no picture", good[: len(good) // 2])):
        broken = tmp_path / f"{number}.png"
        broken.write_bytes(data)
        with pytest.raises(Unreadable):
            metric(name)(broken, tmp_path / "good.png")
        with pytest.raises((OSError, ValueError)):
            metric(name)(tmp_path / "good.png", broken)
    with pytest.raises(Unreadable):
        metric(name)("text", tmp_path / "good.png")
    with pytest.raises(ValueError, match="not a file"):
        metric(name)(tmp_path / "good.png", {"rule": 1})
    with pytest.raises(TypeError):
        metric(name)(tmp_path / "good.png", tmp_path / "good.png", threshhold=1)


@pytest.mark.parametrize("value", [-0.1, 1.1, 85])
def test_threshold_outside_its_range(tmp_path: Path, value: float) -> None:
    with pytest.raises(ValueError, match="ssim_threshold"):
        score("check_structure_sim_with_threshold", tmp_path, photo(), photo(), ssim_threshold=value)
