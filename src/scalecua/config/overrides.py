"""Layers of a configuration: TOML files and `a.b=c` settings, merged before one validation."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scalecua.core.errors import ConfigError

Table = dict[str, Any]


def read(path: Path) -> Table:
    """The tables of one TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as cause:
        raise ConfigError(f"no configuration file {path}") from cause
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as cause:
        raise ConfigError(f"{path} is not readable TOML: {cause}") from cause


def setting(text: str) -> Table:
    """`a.b=c` as nested tables; c is read as a TOML value, and as a bare string where it is none."""
    name, equals, value = text.partition("=")
    keys = name.strip().split(".")
    if not equals or not all(keys):
        raise ConfigError(f"--set {text!r} is not of the form section.key=value")
    try:
        leaf: Any = tomllib.loads(f"v = {value}")["v"]
    except tomllib.TOMLDecodeError:
        leaf = value.strip()
    for key in reversed(keys):
        leaf = {key: leaf}
    table: Table = leaf
    return table


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> Table:
    """Lay `above` over `below`, table by table; a table whose `kind` changes starts anew."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if not isinstance(value, Mapping):
            merged[key] = value
        elif isinstance(old, Mapping) and value.get("kind", old.get("kind")) == old.get("kind"):
            merged[key] = merge(old, value)
        else:
            merged[key] = dict(value)
    return merged


def layers(files: Sequence[Path], settings: Sequence[str]) -> Table:
    """All files in order, then all settings in order."""
    tables = [*map(read, files), *map(setting, settings)]
    result: Table = {}
    for table in tables:
        result = merge(result, table)
    return result
