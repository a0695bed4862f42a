"""The JSON pieces that templates are made of: setup steps, judges, reference steps."""

from collections.abc import Mapping, Sequence
from typing import Any

HOME = "/home/user"
ANSWER = f"{HOME}/answer.txt"
Json = Mapping[str, Any]

# The answer appears whole: exit status, a colon, what the dialog printed.
_RECORD = 'answer=$("$@"); printf "%s:%s\\n" "$?" "$answer" > .answer && mv .answer answer.txt'

_AWAITED = (
    'for last; do :; done; for n in $(seq 12); do [ -e "$last" ] && break; sleep 0.05; done; stat -c %F "$@"'
)


def launch(*argv: str) -> Json:
    """Start a program."""
    return {"type": "launch", "parameters": {"command": list(argv)}}


def wait_window(title: str) -> Json:
    """Wait for a window."""
    return {"type": "wait_window", "parameters": {"title": title, "timeout_s": 20}}


def write_file(path: str, content: str) -> Json:
    """Write a file."""
    return {"type": "write_file", "parameters": {"path": path, "content": content}}


def execute(*argv: str) -> Json:
    """Run a command to its end."""
    return {"type": "execute", "parameters": {"command": list(argv)}}


def dialog(title: str, *argv: str) -> tuple[Json, ...]:
    """Show a dialog; once it is closed, ANSWER holds its exit status and what it printed."""
    return launch("sh", "-c", _RECORD, "sh", *argv), wait_window(title)


def answered(text: str) -> Json:
    """Judge: the dialog was left by OK and printed exactly `text`."""
    return matches({"type": "vm_file", "path": ANSWER}, f"0:{text}\n")


def matches(result: Json, expected: str) -> Json:
    """Judge: a getter's value equals a text."""
    return {
        "func": "exact_match",
        "result": dict(result),
        "expected": {"type": "rule", "rules": {"expected": expected}},
    }


def prints(argv: Sequence[str], expected: str) -> Json:
    """Judge: a command prints exactly a text."""
    return matches({"type": "vm_command_line", "command": list(argv)}, expected)


def kinds(paths: Sequence[str], kind: str) -> Json:
    """Judge: every path is of this kind in the words of `stat`.

    Shells and file managers go on working after the picture is still, hence the wait for the last path.
    """
    return prints(("sh", "-c", _AWAITED, "sh", *paths), f"{kind}\n" * len(paths))


def holds(path: str, text: str) -> Json:
    """Judge: a file holds a text, white space at its ends aside."""
    return {
        "func": "compare_text_file",
        "result": {"type": "vm_file", "path": path},
        "expected": {"type": "rule", "rules": {"expected": text}},
        "options": {"ignore_blanks": True},
    }


def click(name: str | None = None, role: str | None = None, nth: int = 0) -> Json:
    """Reference step: click a widget."""
    return {"find": {"name": name, "role": role, "nth": nth}, "action": {"kind": "left_click"}}


def press(*keys: str) -> Json:
    """Reference step: a key or chord."""
    return {"kind": "key", "keys": list(keys)}


def type_text(text: str) -> Json:
    """Reference step: type."""
    return {"kind": "type", "text": text}
