"""A resolved configuration as TOML that loads to the same tree."""

from typing import Any

import tomli_w

from scalecua.config.tree import Config


def to_toml(config: Config) -> str:
    """TOML has no null: keys without a value are left out, and load as their default."""
    return tomli_w.dumps(_without_nulls(config.model_dump(mode="json")))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(entry) for key, entry in value.items() if entry is not None}
    return value
