"""Pictures made to cost much, and forms of a picture that are rare."""

import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scalecua.tasks.metrics.pictures import picture
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable


def test_too_many_pixels(tmp_path: Path) -> None:
    """Both sides have the limit; what is more than Pillow's own limit, too."""
    good = tmp_path / "good.png"
    Image.new("L", (9, 9)).save(good)
    for width, height in ((10_000, 7_000), (20_000, 10_000), (40_000, 1)):
        large = tmp_path / "large.png"
        Image.new("1", (width, height)).save(large)
        with pytest.raises(Unreadable, match=r"pixels"):
            metric("check_structure_sim")(large, good)
        with pytest.raises((ValueError, Image.DecompressionBombError), match="pixels"):
            metric("check_structure_sim")(good, large)


def test_too_many_frames(tmp_path: Path) -> None:
    """Half a million frames of a pixel: found out without reading them all."""
    head = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(6)
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    (tmp_path / "many.gif").write_bytes(head + frame * 500_000 + b";")
    (tmp_path / "few.gif").write_bytes(head + frame * 3 + b";")
    with pytest.raises(Unreadable, match="more than 1000 frames"):
        metric("compare_images")(tmp_path / "many.gif", tmp_path / "few.gif")
    assert metric("compare_images")(tmp_path / "few.gif", tmp_path / "few.gif") == 1


def test_too_many_scans(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    Image.new("RGB", (64, 64), "red").save(path, progressive=True)
    assert metric("check_image_size")(path, {"width": 64}) == 1
    data = path.read_bytes()
    start = data.index(b"\xff\xda")
    path.write_bytes(data[:start] + data[start:-2] * 100 + data[-2:])
    with pytest.raises(Unreadable, match="scans"):
        metric("check_image_size")(path, {"width": 64})


@pytest.mark.parametrize(
    "data",
    [
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        b"gimp xcf v011\x00" + bytes(200),
    ],
    ids=["postscript", "svg", "xcf"],
)
def test_formats_that_are_not_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "mine.png").write_bytes(data)
    with pytest.raises(Unreadable):
        metric("check_image_size")(tmp_path / "mine.png", {"width": 9})


def test_sixteen_bits_are_scaled(tmp_path: Path) -> None:
    eight = np.arange(256, dtype=np.uint8).reshape(16, 16)
    Image.fromarray(eight).save(tmp_path / "eight.png")
    Image.fromarray(eight.astype(np.uint16) * 257).save(tmp_path / "sixteen.png")
    assert metric("compare_image_list")(tmp_path / "sixteen.png", tmp_path / "eight.png") == 1


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr"])
def test_modes(tmp_path: Path, mode: str) -> None:
    Image.new("L", (9, 9), 255).convert(mode).save(tmp_path / "mine.tiff")
    read = picture.of_agent(tmp_path / "mine.tiff")
    assert read.image.mode == "RGBA"
    assert read.pixels().min() >= 250


def test_palette_with_transparency(tmp_path: Path) -> None:
    image = Image.new("P", (9, 9))
    image.putpalette([255, 0, 0, 0, 255, 0])
    image.putpixel((4, 4), 1)
    image.save(tmp_path / "mine.png", transparency=0)
    visible = picture.of_agent(tmp_path / "mine.png").visible()
    assert visible is not None
    assert visible.size == (1, 1)


def test_large_pictures_are_compared_at_a_smaller_scale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "COMPARED_PIXELS", 1000)
    for colour in ("red", "blue"):
        Image.new("RGB", (120, 80), colour).save(tmp_path / f"{colour}.png")
    assert picture.of_agent(tmp_path / "red.png").affordable().size == (38, 25)
    for name in ("check_structure_sim", "check_structure_sim_resized", "compare_images"):
        assert metric(name)(tmp_path / "red.png", tmp_path / "red.png") == 1
        assert metric(name)(tmp_path / "blue.png", tmp_path / "red.png") < 0.5
