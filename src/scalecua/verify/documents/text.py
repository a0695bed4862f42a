"""Plain text: its lines."""

from collections.abc import Mapping
from difflib import SequenceMatcher

from scalecua.verify.documents.places import Place, Value


class Text:
    """A line each, numbered from 0."""

    def read(self, data: bytes) -> dict[Place, Value]:
        """The lines."""
        return {(number,): line for number, line in enumerate(data.decode().splitlines())}

    def touched(self, before: bytes, after: bytes) -> list[Place]:
        """Lines that were not there before, wherever they stand now."""
        old, new = (data.decode().splitlines() for data in (before, after))
        blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        return [(at,) for kind, _, _, first, last in blocks if kind != "equal" for at in range(first, last)]

    def changed(self, data: bytes, values: Mapping[Place, Value]) -> bytes:
        """Other lines; None takes a line out."""
        lines: list[Value] = [values.get((at,), line) for at, line in enumerate(data.decode().splitlines())]
        end = "\n" if data.endswith(b"\n") else ""
        return ("\n".join(str(line) for line in lines if line is not None) + end).encode()

    def again(self, data: bytes) -> bytes:
        """With or without the newline at its end."""
        return data[:-1] if data.endswith(b"\n") else data + b"\n"

    def foreign(self, data: bytes) -> bytes:
        """In UTF-16, as some editors save on request."""
        return data.decode().encode("utf-16")
