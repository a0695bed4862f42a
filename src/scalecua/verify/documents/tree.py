"""JSON: the values at its leaves."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scalecua.verify.documents.places import Place, Value, differing


class Tree:
    """A place is the keys and numbers that lead to a leaf."""

    def read(self, data: bytes) -> dict[Place, Value]:
        """The leaves."""
        return dict(_leaves(json.loads(data), ()))

    def touched(self, before: bytes, after: bytes) -> list[Place]:
        """Leaves that are new."""
        return differing(self.read(before), self.read(after))

    def changed(self, data: bytes, values: Mapping[Place, Value]) -> bytes:
        """Other leaves; None takes a key out."""
        return self._written(_changed(json.loads(data), values, ()))

    def again(self, data: bytes) -> bytes:
        """With the keys in reverse and other white space."""
        return json.dumps(_reversed(json.loads(data)), indent=3).encode()

    def foreign(self, data: bytes) -> bytes:
        """As Python writes it."""
        return repr(json.loads(data)).encode()

    def _written(self, document: Any) -> bytes:
        return json.dumps(document, indent=2).encode() + b"\n"


def _leaves(node: Any, place: Place) -> Iterator[tuple[Place, Value]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _leaves(value, (*place, key))
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from _leaves(value, (*place, at))
    else:
        yield place, node


def _changed(node: Any, values: Mapping[Place, Value], place: Place) -> Any:
    if isinstance(node, dict):
        kept = {key: value for key, value in node.items() if values.get((*place, key), 0) is not None}
        return {key: _changed(value, values, (*place, key)) for key, value in kept.items()}
    if isinstance(node, list):
        return [_changed(value, values, (*place, at)) for at, value in enumerate(node)]
    return values.get(place, node)


def _reversed(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _reversed(node[key]) for key in reversed(node)}
    return [_reversed(value) for value in node] if isinstance(node, list) else node
