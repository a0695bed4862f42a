"""Every key of the configuration is in its document."""

import re
from pathlib import Path
from typing import Any

import pytest

from scalecua.config.load import load
from scalecua.config.tree import Config

DOCUMENT = Path(__file__).parents[3] / "docs" / "configuration.md"
UNIONS = {"sampler": ["kind=uniform"], "curation": ["kind=drop_uniform"], "warning": ["kind=off"]}


def keys(value: Any) -> list[str]:
    """The names of a table's keys, those of the tables in it instead of its own."""
    found: list[str] = []
    for name, inner in value.items():
        found += keys(inner) if isinstance(inner, dict) and inner else [name]
    return found


@pytest.mark.parametrize("section", [name for name in Config.model_fields if name != "seed"])
def test_every_key_of_a_section_is_named(section: str) -> None:
    words = set(re.findall(r"[a-z_]+", DOCUMENT.read_text(encoding="utf-8")))
    sections = set(re.findall(r"\[([a-z]+)[.\]]", DOCUMENT.read_text(encoding="utf-8")))
    assert section in sections
    for settings in ([], [f"{section}.{setting}" for setting in UNIONS.get(section, [])]):
        missing = set(keys(load([], settings).model_dump()[section])) - {"default"} - words
        assert not missing
