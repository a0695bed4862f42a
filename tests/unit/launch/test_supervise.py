"""A child that ended for a fault of the configuration is not started again."""

from pathlib import Path

import pytest

from scalecua.core.errors import ConfigError, PolicyError
from scalecua.launch.supervise import Child, keep_running


def child(tmp_path: Path, *arguments: str) -> Child:
    return Child("a child", arguments, tmp_path / "log", tmp_path / "pulse", restarts=0, silence_s=60)


async def test_a_usage_fault_ends_it_at_once_with_its_words(tmp_path: Path) -> None:
    recovered: list[int] = []

    async def recover() -> None:
        recovered.append(1)

    with pytest.raises(ConfigError, match=r"(?s)a child cannot go on.*No such command 'nobody'"):
        await keep_running(child(tmp_path, "nobody"), recover)
    assert not recovered


async def test_after_any_other_end_what_it_held_is_recovered(tmp_path: Path) -> None:
    recovered: list[int] = []

    async def recover() -> None:
        recovered.append(1)

    (tmp_path / "logs").mkdir()
    (tmp_path / "config.toml").write_text("seed = 1\n")
    (tmp_path / "store.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(PolicyError, match=r"(?s)died 1 times, last with exit status 3.*store\.sqlite"):
        await keep_running(child(tmp_path, "learner", str(tmp_path)), recover)
    assert recovered == [1]
