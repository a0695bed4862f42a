"""Commands: run to their end with a limit on time, or started and left alone."""

import os
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

from .refused import Refused

MARK = "SCALECUA_COMMAND"
OUTPUT_LIMIT = 8 << 20
LIMIT_S = 120.0
TOOK_TOO_LONG = 504
HOME = Path("/home/user")


def arguments(command: object, shell: bool) -> list[str] | str:
    """A checked command: a list of words, or one text for the shell; "~/" in words is the home."""
    if shell:
        text = " ".join(command) if isinstance(command, list) else command
        if not isinstance(text, str) or not text.strip():
            raise Refused(f"a shell command must be a text, not {command!r}")
        return text
    words = command.split() if isinstance(command, str) else command
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise Refused(f"command must be a list of texts, not {command!r}")
    return [str(Path(word).expanduser()) if word.startswith("~/") else word for word in words]


def run(command: list[str] | str, shell: bool, timeout_s: float, folder: Path | None = None) -> dict:
    """Run to the end in `folder`, the home by default.

    Output goes to files, so that a daemon left behind cannot hold the answer back.
    """
    mark = uuid.uuid4().hex
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        environment = {**os.environ, MARK: mark}
        process = _spawn(command, shell, folder, stdout=out, stderr=err, env=environment)
        try:
            code = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            kill_marked(mark)
            process.kill()
            process.wait()
            raise Refused(
                f"command {command!r} ran longer than {timeout_s:g} s and was killed", TOOK_TOO_LONG
            ) from None
        return {"status": "success", "returncode": code, "output": _text(out), "error": _text(err)}


def launch(command: list[str] | str, shell: bool) -> int:
    """Start a program and return its process id at once."""
    quiet = subprocess.DEVNULL
    return _spawn(command, shell, None, stdout=quiet, stderr=quiet, env=dict(os.environ)).pid


def _spawn(command, shell: bool, folder: Path | None, **streams) -> subprocess.Popen:
    try:
        return subprocess.Popen(
            command,
            shell=shell,
            executable="/bin/bash" if shell else None,
            cwd=folder or HOME,
            stdin=subprocess.DEVNULL,
            process_group=0,
            **streams,
        )
    except FileNotFoundError:
        raise Refused(f"no such program: {command[0]!r}", 404) from None
    except (OSError, ValueError) as error:
        raise Refused(f"command {command!r} could not be started: {error}", 400) from None


def _text(stream) -> str:
    stream.seek(0)
    return stream.read(OUTPUT_LIMIT).decode("utf-8", "replace")


def kill_marked(mark: str) -> None:
    """Kill every process that inherited `mark`, also those that left the command's session."""
    needle = f"{MARK}={mark}".encode()
    for _ in range(50):
        found = [pid for pid in _processes() if needle in _environment(pid)]
        if not found:
            return
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.01)


def _processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _environment(pid: int) -> bytes:
    """The environment of a process; empty for one that has ended."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
