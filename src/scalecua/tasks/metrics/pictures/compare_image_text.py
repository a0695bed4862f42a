"""`compare_image_text`: a text can be read in the picture."""

import io
import os
import subprocess
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent
from scalecua.tasks.metrics.unreadable import Unreadable

TESSERACT = Path("/usr/bin/tesseract")
SECONDS = 30
# Letters of a screen are smaller than those that Tesseract is made for.
READ_PIXELS = 4_000_000
LARGEST_SCALE = 3.0


def compare_image_text(result: Any, rules: dict[str, Any]) -> float:
    """1 where `rules["text"]` occurs in what Tesseract reads in the picture; `rules["type"]` is "text".

    Case counts; a run of white space is one space. RuntimeError, a fault of the judge, where the program is
    not installed or fails.
    """
    if rules.keys() != {"text", "type"} or rules["type"] != "text":
        raise ValueError(f'rules are {rules!r}; give text, and "text" as type')
    wanted = " ".join(rules["text"].split())
    if not wanted:
        raise ValueError(f"text is {rules['text']!r}; give some")
    return float(wanted in " ".join(_read(of_agent(result)).split()))


def _read(picture: Picture) -> str:
    if not TESSERACT.is_file():
        raise RuntimeError(f"{TESSERACT} is missing; install tesseract-ocr and tesseract-ocr-eng")
    width, height = picture.size
    scale = min(LARGEST_SCALE, (READ_PIXELS / (width * height)) ** 0.5)
    scaled = picture.resized((max(1, round(width * scale)), max(1, round(height * scale))))
    buffer = io.BytesIO()
    scaled.on().save(buffer, "PNG")
    command = [str(TESSERACT), "stdin", "stdout", "-l", "eng", "--dpi", "300"]
    alone = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(
            command, input=buffer.getvalue(), capture_output=True, timeout=SECONDS, env=alone, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise Unreadable(f"the picture could not be read as text in {SECONDS} s") from late
    if done.returncode != 0:
        raise RuntimeError(f"{TESSERACT} ended with {done.returncode}: {done.stderr[-300:]!r}")
    return done.stdout.decode("utf-8", "replace")
