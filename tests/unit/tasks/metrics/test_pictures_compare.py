"""`compare_images`, `compare_image_list` and `compare_image_text`."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from scalecua.tasks.metrics.pictures import compare_image_text
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable


def photo(seed: int = 0, size: tuple[int, int] = (120, 80)) -> Image.Image:
    """Smooth spots of colour, as in a photo."""
    coarse = np.random.default_rng(seed).integers(0, 256, (16, 24, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def noisy(sigma: float) -> Image.Image:
    noise = np.random.default_rng(1).normal(0, sigma, (80, 120, 3))
    return Image.fromarray((np.asarray(photo()) + noise).clip(0, 255).astype(np.uint8))


def images(tmp_path: Path, mine: Image.Image, other: Image.Image, **options: Any) -> float:
    mine.save(tmp_path / "mine.png")
    other.save(tmp_path / "other.png")
    return metric("compare_images")(tmp_path / "mine.png", tmp_path / "other.png", **options)


@pytest.mark.parametrize(
    ("mine", "low", "high"),
    [
        (photo(), 1, 1),
        (photo().convert("RGBA"), 1, 1),
        (noisy(3), 0.95, 0.9999),
        (noisy(40), 0.1, 0.8),
        (photo().resize((60, 40)), 0.95, 1),
        (photo().resize((240, 160)), 0.95, 1),
        (photo().resize((12, 8)), 0, 0),
        (photo().convert("L"), 0.1, 0.95),
        (photo(1), 0, 0.3),
        (Image.fromarray(255 - np.asarray(photo())), 0, 0),
    ],
)
def test_images(tmp_path: Path, mine: Image.Image, low: float, high: float) -> None:
    assert low <= images(tmp_path, mine, photo()) <= high


def test_images_base_result(tmp_path: Path) -> None:
    value = images(tmp_path, noisy(20), photo())
    assert 0.2 < value < 0.9
    stretched = images(tmp_path, noisy(20), photo(), reference_base_result=0.1)
    assert stretched == pytest.approx((value - 0.1) / 0.9)
    assert images(tmp_path, noisy(20), photo(), reference_base_result=value - 0.011) > 0
    assert images(tmp_path, noisy(20), photo(), reference_base_result=value - 0.009) == 0
    assert images(tmp_path, photo(), photo(), reference_base_result=0.54) == 1
    with pytest.raises(ValueError, match="reference_base_result"):
        images(tmp_path, photo(), photo(), reference_base_result=1)
    with pytest.raises(TypeError, match="base"):
        images(tmp_path, photo(), photo(), base=0.5)


def animation(path: Path, seeds: range, duration: int = 100) -> Path:
    first, *others = (photo(seed) for seed in seeds)
    first.save(path, save_all=True, append_images=others, duration=duration, loop=0)
    return path


def test_animations(tmp_path: Path) -> None:
    whole = animation(tmp_path / "whole.gif", range(9))
    assert metric("compare_images")(whole, animation(tmp_path / "same.gif", range(9))) == 1
    assert metric("compare_images")(animation(tmp_path / "slow.gif", range(0, 9, 2)), whole) == 1
    assert metric("compare_images")(animation(tmp_path / "early.gif", range(5)), whole) < 0.6
    assert metric("compare_images")(animation(tmp_path / "still.gif", range(1)), whole) == 0
    assert metric("compare_images")(whole, tmp_path / "still.gif") == 0
    assert metric("compare_images")(tmp_path / "still.gif", tmp_path / "still.gif") == 1


def saved(tmp_path: Path, name: str, image: Image.Image, **options: Any) -> Path:
    image.save(tmp_path / name, **options)
    return tmp_path / name


def a_level_off() -> Image.Image:
    image = photo()
    red, green, blue = (int(value) for value in np.asarray(image)[5, 5])
    image.putpixel((5, 5), (red, green, blue ^ 1))
    return image


def test_image_list(tmp_path: Path) -> None:
    one, other = saved(tmp_path, "1.png", photo(1)), saved(tmp_path, "2.png", photo(2))
    gold = [saved(tmp_path, "3.bmp", photo(1)), saved(tmp_path, "4.tiff", photo(2))]
    compare = metric("compare_image_list")
    assert compare([one, other], gold) == 1
    assert compare([one, other], [one, other]) == 1
    assert compare([other, one], gold) == 0
    assert compare([one], gold) == 0
    assert compare([one, other, other], gold) == 0
    assert compare([], gold) == 0
    assert compare([one, one], gold) == 0
    assert compare(one, gold[0]) == 1
    with pytest.raises(ValueError, match="no pictures"):
        compare([one], [])


@pytest.mark.parametrize(
    ("mine", "wanted"),
    [
        (photo(), 1),
        (photo().convert("RGBA"), 1),
        (a_level_off(), 0),
        (photo().crop((0, 0, 120, 79)), 0),
        (photo().convert("L"), 0),
        (Image.merge("RGBA", (*photo().split(), Image.new("L", (120, 80), 254))), 0),
    ],
)
def test_image_list_compares_every_pixel(tmp_path: Path, mine: Image.Image, wanted: int) -> None:
    result = saved(tmp_path, "mine.png", mine)
    assert metric("compare_image_list")([result], [saved(tmp_path, "other.png", photo())]) == wanted


def test_image_list_of_copied_photos(tmp_path: Path) -> None:
    one = saved(tmp_path, "1.jpg", photo(1), quality=80)
    assert metric("compare_image_list")([one], [saved(tmp_path, "2.jpg", photo(1), quality=80)]) == 1
    assert metric("compare_image_list")([one], [saved(tmp_path, "3.jpg", photo(1), quality=60)]) == 0


def test_colour_under_full_transparency_does_not_count(tmp_path: Path) -> None:
    one, other = (Image.new("RGBA", (9, 9), (*colour, 0)) for colour in ((1, 2, 3), (3, 2, 1)))
    paths = saved(tmp_path, "1.png", one), saved(tmp_path, "2.png", other)
    assert metric("compare_image_list")(*paths) == 1


@pytest.mark.parametrize("name", ["compare_images", "compare_image_list"])
def test_broken_files(tmp_path: Path, name: str) -> None:
    good, bad = saved(tmp_path, "good.png", photo()), tmp_path / "bad.png"
    bad.write_bytes(b"no picture")
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises(OSError, match="cannot identify"):
        metric(name)(good, bad)
    with pytest.raises(Unreadable):
        metric(name)("text", good)
    with pytest.raises(ValueError, match="not a file"):
        metric(name)(good, "text")


def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A stand-in for Tesseract."""
    path = tmp_path / "tesseract"
    path.write_text(f"#!/bin/sh\ncat > {tmp_path}/given.png\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setattr(compare_image_text, "TESSERACT", path)


@pytest.mark.parametrize(
    ("said", "text", "wanted"),
    [
        ("user@host:~$ ls", "ls", 1),
        ("user@host:~$ 1s", "ls", 0),
        ("LS", "ls", 0),
        ("", "ls", 0),
        ("two  words\\nof it", "words of", 1),
        ("two  words\\nof it", "wordsof", 0),
    ],
)
def test_image_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, text: str, wanted: int
) -> None:
    program(tmp_path, monkeypatch, f"printf '{said}'")
    result = saved(tmp_path, "mine.png", photo())
    assert metric("compare_image_text")(result, {"type": "text", "text": text}) == wanted
    assert Image.open(tmp_path / "given.png").size == (360, 240)


def test_image_text_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, rules = saved(tmp_path, "mine.png", photo()), {"type": "text", "text": "ls"}
    compare = metric("compare_image_text")
    program(tmp_path, monkeypatch, "echo no language >&2; exit 1")
    with pytest.raises(RuntimeError, match="no language"):
        compare(result, rules)
    program(tmp_path, monkeypatch, "exec sleep 5")
    monkeypatch.setattr(compare_image_text, "SECONDS", 0.2)
    with pytest.raises(Unreadable, match="could not be read as text"):
        compare(result, rules)
    monkeypatch.setattr(compare_image_text, "TESSERACT", tmp_path / "missing")
    with pytest.raises(RuntimeError, match="install tesseract-ocr"):
        compare(result, rules)
    (tmp_path / "bad.png").write_bytes(b"text")
    with pytest.raises(Unreadable):
        compare(tmp_path / "bad.png", rules)
    for wrong in ({"text": "ls"}, {**rules, "type": "regex"}, {**rules, "case": 1}, {**rules, "text": " "}):
        with pytest.raises(ValueError, match="text"):
            compare(result, wrong)


@pytest.mark.skipif(
    not compare_image_text.TESSERACT.is_file(),
    reason="tesseract is missing; install tesseract-ocr and tesseract-ocr-eng",
)
@pytest.mark.parametrize(("text", "wanted"), [("user", 1), ("Templates", 1), ("Downloads", 0)])
def test_image_text_of_a_terminal(tmp_path: Path, text: str, wanted: int) -> None:
    image = Image.new("RGB", (640, 200), (48, 10, 36))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(16)
    pen.text((10, 10), "user@host:~$ ls\nDesktop  Templates", fill="white", font=font)
    result = saved(tmp_path, "mine.png", image)
    assert metric("compare_image_text")(result, {"type": "text", "text": text}) == wanted
