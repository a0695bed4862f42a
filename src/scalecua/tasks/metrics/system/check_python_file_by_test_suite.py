"""`check_python_file_by_test_suite`: the task's tests run on the agent's Python files."""

import ast
import contextlib
import importlib.util
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable, agents

TIMEOUT_S = 20.0
ANSWER_BYTES = 4096
CHILD = Path(__file__).with_name("suite_child.py")
# The state puts the check that a file belongs to before the name that the task gave it.
PLACE = re.compile(r"(?:result|expected)-\d+(?:\.\d+)?-(?=.)")
# What OSWorld's programs with tests, which are games, are made with: no agent's fault if it is not here.
GAMES = "pygame"
GAMES_USED = re.compile(rf"^\s*(?:import|from)\s+{GAMES}\b", re.MULTILINE)
SUITE = "test_suite.py"


def check_python_file_by_test_suite(result: Any, expected: Any, *, test_function_name: str = "test") -> float:
    """What the function of the suite `expected` gives: true or false, or a score from 0 to 1.

    The suite imports the agent's files by their names: one or a list, and Python files that lie with them.
    All run in a process and a folder of their own, with limits on time and memory; a suite that raises, ends
    early or takes too long makes the files Unreadable. ModuleNotFoundError if they need GAMES, which is not
    there.
    """
    files = result if isinstance(result, list) else [result]
    if not files or not all(isinstance(file, Path) for file in files):
        raise Unreadable("the result is no files")
    with tempfile.TemporaryDirectory(prefix="suite-") as name:
        folder = Path(name)
        with agents("Python files"):
            for file in (other for one in files for other in (*_beside(one, expected), one)):
                shutil.copyfile(file, folder / PLACE.sub("", file.name, count=1))
        _check(expected, test_function_name, folder)
        suite = folder / SUITE
        shutil.copyfile(expected, suite)
        return _read(*_run(suite, test_function_name, folder))


def _beside(file: Path, expected: Path) -> list[Path]:
    """Python files of the same place as the file, which the task named with it."""
    others = [other for other in file.parent.glob("*.py") if other != expected]
    return [other for other in others if _place(other) == _place(file)]


def _place(file: Path) -> str:
    found = PLACE.match(file.name)
    return found[0] if found else ""


def _check(suite: Path, function: str, folder: Path) -> None:
    """Find what is the judge's own fault before it can look like one of the agent's."""
    source = suite.read_text()
    if not any(function in _names(node) for node in ast.parse(source).body):
        raise ValueError(f"the suite has no function {function!r}")
    texts = [source, *(file.read_bytes().decode("utf-8", "replace") for file in folder.iterdir())]
    if any(GAMES_USED.search(text) for text in texts) and importlib.util.find_spec(GAMES) is None:
        raise ModuleNotFoundError(f"the judge's Python has no module {GAMES!r}", name=GAMES)


def _names(node: ast.stmt) -> list[str]:
    """What a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _run(suite: Path, function: str, folder: Path) -> tuple[str, str]:
    """The word asked for, and what the child answered."""
    word = secrets.token_hex(16)
    argv = [sys.executable, "-S", "-s", "-B", "-P", str(CHILD), str(suite), function, str(TIMEOUT_S)]
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join(part for part in sys.path if part),
        "PYTHONHASHSEED": "0",
        "HOME": str(folder),
        # Games draw and sound into nothing.
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    with tempfile.TemporaryFile() as answer:
        child = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=answer,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        try:
            child.communicate(f"{word}\n".encode(), timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired as late:
            raise Unreadable(f"the tests take more than {TIMEOUT_S:g} s") from late
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        answer.seek(0)
        return word, answer.read(ANSWER_BYTES).decode("utf-8", "replace")


def _read(word: str, answer: str) -> float:
    said, _, rest = answer.partition(" ")
    kind, _, value = rest.strip().partition(" ")
    if said != word:
        raise Unreadable("the tests ended before their end")
    if kind == "score":
        return float(value)
    raise Unreadable(f"the tests raised {value}")
