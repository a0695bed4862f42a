"""A film of the screen: ffmpeg grabs it, 30 frames a second, until it is told to stop."""

import signal
import subprocess
import threading
from pathlib import Path

from .refused import Refused

FFMPEG = Path("/opt/scalecua/guest/ffmpeg")
FILM = Path("/tmp/scalecua-film.mp4")
RATE = 30
STOP_S = 20.0
# Film is half a picture's cost for every frame: it must not slow what it films.
NICE = "10"


class Recording:
    """At most one film at a time."""

    def __init__(self, size: tuple[int, int]) -> None:
        # H.264 with 4:2:0 colours needs even sides.
        self._size = f"{size[0] // 2 * 2}x{size[1] // 2 * 2}"
        self._process: subprocess.Popen | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin; 400 if one is being made, 501 where there is no ffmpeg."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                raise Refused("Recording is already in progress.")
            if not (FFMPEG.exists() and FFMPEG.stat().st_size):
                raise Refused("this desktop cannot record: it was started without ffmpeg", 501)
            FILM.unlink(missing_ok=True)
            grab = ["-f", "x11grab", "-framerate", str(RATE), "-video_size", self._size, "-i", ":0"]
            code = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
            # Fragments: what was filmed before an accident can be played.
            whole = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-g", str(RATE)]
            argv = [str(FFMPEG), "-loglevel", "error", "-nostdin", "-threads", "1", *grab, *code, *whole]
            self._process = subprocess.Popen(
                ["nice", "-n", NICE, *argv, str(FILM)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )

    def end(self) -> bytes:
        """Stop, and return the film, MP4; 400 if none is being made."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            raise Refused("No recording in progress to stop.")
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
        film = FILM.read_bytes() if FILM.exists() else b""
        FILM.unlink(missing_ok=True)
        if not film:
            raise Refused(f"nothing was recorded: {said.decode('utf-8', 'replace').strip()[-300:]}", 500)
        return film
