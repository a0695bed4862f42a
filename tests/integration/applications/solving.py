"""Steps of solutions, as task folders write them."""

from typing import Any


def key(*keys: str) -> dict[str, Any]:
    return {"kind": "key", "keys": keys}


def types(text: str) -> dict[str, Any]:
    return {"kind": "type", "text": text}


def wait(seconds: float) -> dict[str, Any]:
    return {"kind": "wait", "seconds": seconds}


def click(role: str, name: str) -> dict[str, Any]:
    return {"find": {"role": role, "name": name}}
