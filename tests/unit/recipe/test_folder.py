"""A run folder is taken once, resumed with its own configuration, and held by one process."""

from pathlib import Path

import pytest

from scalecua.config.load import load
from scalecua.core.errors import ConfigError
from scalecua.recipe.folder import RunFolder, locked, open_run
from scalecua.recipe.metrics import read_updates


def test_a_resumed_run_has_the_configuration_it_was_started_with(tmp_path: Path) -> None:
    config = open_run(tmp_path, [], ["rollout.n=3"], resume=False)
    assert open_run(tmp_path, [], [], resume=True) == config
    assert open_run(tmp_path, [], ["rollout.n=3"], resume=True) == config
    with pytest.raises(ConfigError, match="differs"):
        open_run(tmp_path, [], ["rollout.n=4"], resume=True)


def test_a_folder_that_holds_a_run_is_not_taken_again(tmp_path: Path) -> None:
    open_run(tmp_path, [], [], resume=False)
    with pytest.raises(ConfigError, match="--resume"):
        open_run(tmp_path, [], [], resume=False)


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no run to resume"):
        open_run(tmp_path / "none", [], [], resume=True)


def test_a_wrong_setting_leaves_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        open_run(tmp_path / "run", [], ["rollout.m=4"], resume=False)
    assert not (tmp_path / "run").exists()


def test_two_processes_cannot_hold_one_run(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(ConfigError, match="in use"), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


def test_the_resolved_configuration_is_the_whole_tree(tmp_path: Path) -> None:
    config = open_run(tmp_path, [], ["seed=7"], resume=False)
    assert load([RunFolder(tmp_path).config]) == config


def test_an_update_done_twice_counts_once_and_half_a_line_not_at_all(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.metrics.write_text('{"update": 1, "a": 1}\n{"update": 0, "a": 5}\n{"update": 1, "a": 2}\n{"upd')
    assert read_updates(folder) == [{"update": 0, "a": 5}, {"update": 1, "a": 2}]
