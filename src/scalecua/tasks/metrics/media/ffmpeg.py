"""Raw samples and frames of sound and video files, by the ffmpeg that comes with imageio-ffmpeg."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import imageio_ffmpeg

FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
TIMEOUT_S = 25.0


class Undecoded(ValueError):
    """ffmpeg finds nothing of the kind in the file."""


def decoded(path: Any, output: Sequence[str]) -> bytes:
    """What ffmpeg makes of the file with the output options; Undecoded with its last words if it fails.

    It may open no other file, nor the network, whatever the file says.
    """
    if not isinstance(path, Path):
        raise Undecoded(f"{type(path).__name__} is no file")
    argv = [FFMPEG, "-nostdin", "-v", "error", "-threads", "1"]
    argv += ["-protocol_whitelist", "file", "-i", f"file:{path.absolute()}", *output, "pipe:1"]
    try:
        done = subprocess.run(argv, capture_output=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as late:
        raise Undecoded(f"{path.name} takes more than {TIMEOUT_S:g} s to decode") from late
    if done.returncode != 0 or not done.stdout:
        words = done.stderr.decode("utf-8", "replace").strip()[-300:]
        raise Undecoded(f"{path.name} cannot be decoded: {words or 'it is empty'}")
    return done.stdout
