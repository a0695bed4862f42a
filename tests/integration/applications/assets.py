"""Files in the place of those that OSWorld's tasks download: made here, of the kinds that the tasks need."""

import io
import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import docx
import imageio_ffmpeg
import numpy as np
import openpyxl
import pptx
from docx.enum.text import WD_BREAK
from PIL import Image, ImageDraw

URL = re.compile(r'https?://[^"\s]+')
SALES = [(week, 1000 + 130 * week, 400 + 70 * week) for week in range(1, 11)]


def mirror(task: Mapping[str, Any], files: Mapping[str, bytes], folder: Path) -> None:
    """Lay `files`, by their last name, where a mirror has the URLs that a task names; each must be used."""
    left = set(files)
    for url in URL.findall(json.dumps([task["config"], task["evaluator"]])):
        parts = urlsplit(url)
        name = unquote(parts.path.rsplit("/", 1)[-1])
        if name in files:
            path = folder / parts.netloc / unquote(parts.path).lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
            left.discard(name)
    assert not left, f"the task asks for none of {left}"


def workbook(*, profit: bool = False) -> bytes:
    """Ten weeks of sales and costs, and what is left of them."""
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    sheet.append(["Week", "Sales", "COGS", *(["Profit"] if profit else [])])
    for week, sales, costs in SALES:
        sheet.append([week, sales, costs, *([sales - costs] if profit else [])])
    return _saved(made)


def document(*, pages: int = 1) -> bytes:
    """A text with a heading, on as many pages."""
    made = docx.Document()
    made.add_heading("Rules of the Harbour Club", level=1)
    made.add_paragraph("The club keeps its boats for all of its members.")
    for page in range(1, pages):
        made.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        made.add_paragraph(f"Rule {page}: boats are brought back clean.")
    return _saved(made)


def slides() -> bytes:
    """Two slides, wider than high."""
    made = pptx.Presentation()
    for title in ("Tides", "Currents"):
        made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = title
    return _saved(made)


def picture(format_: str, seed: int = 0) -> bytes:
    """Coloured shapes on a gradient."""
    ramp = np.linspace(0, 255, 320, dtype=np.uint8)
    made = Image.fromarray(np.stack([np.tile(ramp, (240, 1))] * 3, axis=-1))
    draw, rng = ImageDraw.Draw(made), np.random.default_rng(seed)
    for _ in range(6):
        x, y, r = (int(value) for value in rng.integers((20, 20, 10), (300, 220, 50)))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=tuple(int(v) for v in rng.integers(0, 255, 3)))
    buffer = io.BytesIO()
    made.save(buffer, format_)
    return buffer.getvalue()


def video(seconds: int = 60) -> bytes:
    """A test picture that moves."""
    argv = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi"]
    argv += ["-i", f"testsrc=size=160x120:rate=5:duration={seconds}", "-movflags", "frag_keyframe+empty_moov"]
    return subprocess.run([*argv, "-f", "mp4", "-"], check=True, capture_output=True, timeout=60).stdout


def _saved(made: Any) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()
