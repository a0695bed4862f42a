"""`load(files, settings)`: layers in, one validated and frozen tree out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scalecua.config import gpus
from scalecua.config.explain import explain
from scalecua.config.overrides import layers, merge
from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError


def load(files: Sequence[Path], settings: Sequence[str] = ()) -> Config:
    """Merge files and `a.b=c` settings in order and validate once; ConfigError lists every fault."""
    where = ", ".join(map(str, files)) or "the settings"
    return validate(merge(default_kinds(), layers(files, settings)), where)


def default_kinds() -> dict[str, dict[str, str]]:
    """The lowest layer: a table that names no `kind` refines the default one."""
    defaults = Config().model_dump()
    return {
        name: {"kind": value["kind"]}
        for name, value in defaults.items()
        if isinstance(value, dict) and "kind" in value
    }


def validate(table: Mapping[str, Any], where: str) -> Config:
    """Validate one merged table."""
    try:
        config = Config.model_validate(table)
    except ValidationError as error:
        raise ConfigError(f"configuration of {where}:\n{explain(error, Config)}") from error
    gpus.split(config)
    return config
