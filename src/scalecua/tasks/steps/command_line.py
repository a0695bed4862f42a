"""OSWorld's commands as argument lists: placeholders filled in, home and pipes resolved."""

import shlex

from scalecua.core.errors import TaskError, boundary
from scalecua.tasks.steps.base import in_home

Command = str | tuple[str, ...]
# The password of the user of OSWorld's images.
PASSWORD = "password"
PIPE = "|"


def argv(command: Command, shell: bool, size: tuple[int, int]) -> tuple[str, ...]:
    """The argument list of a command, for a shell if it asks for one; TaskError for a text that is none.

    A list with the word `|` is a pipeline, which no program could be meant to read as an argument.
    """
    if shell:
        return "sh", "-c", _filled(command if isinstance(command, str) else " ".join(command), size)
    with boundary(TaskError, f"command {command!r:.300} is no list of words"):
        words = tuple(shlex.split(command)) if isinstance(command, str) else command
    if not words:
        raise TaskError(f"command {command!r} is empty")
    resolved = tuple(in_home(_filled(word, size)) for word in words)
    if PIPE in resolved[1:-1]:
        return "sh", "-c", " ".join(word if word == PIPE else shlex.quote(word) for word in resolved)
    return resolved


def _filled(text: str, size: tuple[int, int]) -> str:
    width, height = size
    fills = {
        "{SCREEN_WIDTH_HALF}": str(width // 2),
        "{SCREEN_HEIGHT_HALF}": str(height // 2),
        "{SCREEN_WIDTH}": str(width),
        "{SCREEN_HEIGHT}": str(height),
        "{CLIENT_PASSWORD}": PASSWORD,
    }
    for placeholder, value in fills.items():
        text = text.replace(placeholder, value)
    return text
