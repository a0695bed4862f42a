"""The JSON pieces that templates are made of: setup steps, judges, reference steps."""

from collections.abc import Mapping, Sequence
from typing import Any

HOME = "/home/user"
Json = Mapping[str, Any]
# What a new home has; the contents of a folder are listed once the awaited entry has appeared.
STANDARD = dict.fromkeys(("Desktop", "Documents", "Downloads"), "directory")
_LIST = 'cd "$1" && for n in $(seq 12); do [ -e "$2" ] && break; sleep 0.05; done; stat -c "%n: %F" *'


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


def contains(folder: str, entries: Mapping[str, str], awaited: str) -> Json:
    """Judge: a folder holds exactly these entries, each of its kind in the words of `stat`.

    Shells and file managers go on working after the picture is still, hence the wait for one of them.
    """
    lines = "".join(f"{name}: {kind}\n" for name, kind in sorted(entries.items()))
    return prints(("sh", "-c", _LIST, "sh", folder, awaited), lines)


def shows(text: str) -> Json:
    """Judge: some text field of some window holds exactly a text without characters special to XML."""
    return {
        "func": "file_contains",
        "result": {"type": "accessibility_tree"},
        "expected": {"type": "rule", "rules": {"expected": [f">{text}</text>"]}},
    }


def holds(path: str, text: str) -> Json:
    """Judge: a file holds a text, white space at its ends aside."""
    return {
        "func": "compare_text_file",
        "result": {"type": "vm_file", "path": path},
        "expected": {"type": "rule", "rules": {"expected": text}},
        "options": {"ignore_blanks": True},
    }


def click(name: str, role: str, *, kind: str = "left_click", modifiers: Sequence[str] = ()) -> Json:
    """Reference step: click a widget, with keys held where `modifiers` name them."""
    action = {"kind": kind, **({"modifiers": list(modifiers)} if modifiers else {})}
    return {"find": {"name": name, "role": role}, "action": action}


def press(*keys: str) -> Json:
    """Reference step: a key or chord."""
    return {"kind": "key", "keys": list(keys)}


def type_text(text: str) -> Json:
    """Reference step: type."""
    return {"kind": "type", "text": text}
