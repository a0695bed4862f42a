"""A desktop host in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

TOKEN = "a-secret-of-the-test"
COUNT = 2


@contextmanager
def host(*settings: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A host of COUNT desktops in a process of its own: its address, and the process."""
    wanted = [f"desktop.count={COUNT}", "desktop.start_timeout_s=60", *settings]
    argv = [sys.executable, "-m", "scalecua", "desktop", "host", "--port", "0", "--json"]
    argv += [part for setting in wanted for part in ("--set", setting)]
    with subprocess.Popen(
        argv, stdout=subprocess.PIPE, text=True, env={**os.environ, "SCALECUA_TOKEN": TOKEN}
    ) as process:
        assert process.stdout is not None
        try:
            said = "".join(iter(process.stdout.readline, "}\n")) + "}"
            yield json.loads(said)["url"], process
        finally:
            process.terminate()
            process.wait(60)
