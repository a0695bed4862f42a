"""The program inside the judge sandbox: a request a line on standard input, an answer a line on output.

The first line says that it runs. Every request is answered by a process forked for it, which reads the state
and shares nothing with the next one: not a descriptor, a process, or a file in /tmp. What the runner itself
ever does is import our own metrics, so that they are there when it forks. Everything here stands apart from
the rest of the package, because starting is most of what a sandbox costs.
"""

from __future__ import annotations

import os
import sys

# Type checkers take it for true; `typing` itself is a third of what starting would cost.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TMP = "/tmp"
CHUNK = 65536
PR_SET_DUMPABLE = 4


def main() -> None:
    """Answer requests until there are no more; anything that code in here prints goes to standard error.

    What it needs is imported after the first line, which says how long starting took and nothing else.
    """
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    answers.write('{"ready": true}\n')
    answers.flush()
    import json

    from scalecua.tasks.metrics.table import metric

    _close_to_others()
    for line in requests:
        request = json.loads(line)
        for check in request["checks"]:
            if "code" not in check:
                metric(check["func"])
        answer = _apart(request, (requests.fileno(), answers.fileno()))
        answers.write(json.dumps({**answer, "clean": _cleared()}) + "\n")
        answers.flush()


def _close_to_others() -> None:
    """No process of the same user may trace this one or open its memory and descriptors."""
    import ctypes

    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def _apart(request: dict[str, Any], own: tuple[int, ...]) -> dict[str, Any]:
    """What a process of its own says to the request, and how it ended; nothing of it runs on."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        for descriptor in (reader, *own):
            os.close(descriptor)
        _answer(request, writer)
    os.close(writer)
    said, limit = b"", request["output_bytes"]
    while len(said) <= limit and (chunk := os.read(reader, CHUNK)):
        said += chunk
    os.close(reader)
    if len(said) > limit:
        _kill_all()
    _, status = os.waitpid(child, 0)
    _kill_all()
    return {"said": said[: limit + 1].decode("utf-8", "replace"), "code": os.waitstatus_to_exitcode(status)}


def _answer(request: dict[str, Any], writer: int) -> None:
    """In the process of its own: a line for each finding, then the end of the process."""
    try:
        _limit(request["limits"])
        import json

        from scalecua.tasks.sandbox.check import findings

        with os.fdopen(writer, "w") as out:
            for finding in findings(request["checks"]):
                out.write(json.dumps(finding) + "\n")
                out.flush()
        os._exit(0)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(1)


def _limit(limits: dict[str, int]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, value in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


def _kill_all() -> None:
    """Kill every other process of the sandbox but its init, all at once: none can fork meanwhile."""
    import signal

    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return


def _cleared() -> bool:
    """Remove the files in /tmp; whether nothing is left there, as after any metric of ours."""
    from pathlib import Path

    for path in Path(TMP).iterdir():
        if path.is_symlink() or not path.is_dir():
            path.unlink()
    return not any(Path(TMP).iterdir())
