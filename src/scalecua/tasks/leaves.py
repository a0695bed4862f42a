"""All that stands in JSON but its keys."""

from collections.abc import Iterator
from typing import Any


def leaves(node: Any) -> Iterator[str]:
    """All texts and numbers in JSON, without its keys."""
    if isinstance(node, dict):
        for value in node.values():
            yield from leaves(value)
    elif isinstance(node, list | tuple):
        for value in node:
            yield from leaves(value)
    elif isinstance(node, str | int | float) and not isinstance(node, bool):
        yield str(node)
