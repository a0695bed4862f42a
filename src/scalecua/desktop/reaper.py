"""A small process that outlives its parent just long enough to clean up after it: `python -m …reaper`.

Its standard input is a pipe from the parent. The pipe ends when the parent does, whatever ended it.
"""

import signal
import subprocess
import sys
import time

from scalecua.desktop import reap, run_folder

DEADLINE_S = 30.0
PAUSE_S = 0.2
END_S = 10.0


class Reaper:
    """The parent's side: starts the process, and lets it go when there is nothing left to clean up."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scalecua.desktop.reaper"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def close(self) -> None:
        """Wait for its end; nothing of ours is left by now."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """Wait for the parent's end, then reap until no desktop of a dead owner is left, or the time is up."""
    # What ends the parent from a keyboard must not end us with it.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        _containers()
        reap.reap()
        if not any(_abandoned(folder) for folder in run_folder.every()):
            return
        time.sleep(PAUSE_S)


def _abandoned(folder: run_folder.RunFolder) -> bool:
    owner = folder.owner()
    return owner is not None and not owner.alive()


def _containers() -> None:
    """Containers need Docker's client, which costs a moment to import: only where a desktop was in one."""
    if any(folder.record().get("backend") == "docker" for folder in run_folder.every()):
        from scalecua.desktop.docker import reap_if_there

        reap_if_there()


if __name__ == "__main__":
    main()
