"""Layers merge, validation is closed, and a fault names the key, the value and the choices."""

from pathlib import Path

import pytest

from scalecua.algo.sampling import Frontier, Uniform
from scalecua.config.dump import to_toml
from scalecua.config.load import load
from scalecua.core.errors import ConfigError

CONFIGS = sorted((Path(__file__).parents[3] / "configs").glob("*.toml"))


def write(folder: Path, text: str) -> Path:
    path = folder / "some.toml"
    path.write_text(text)
    return path


def test_later_layers_win_and_settings_win_over_files(tmp_path: Path) -> None:
    low = write(tmp_path, "seed = 1\n[rollout]\nn = 4\nbatch = 2\n")
    high = tmp_path / "high.toml"
    high.write_text("[rollout]\nn = 6\n")
    config = load([low, high], ["seed=9"])
    assert (config.seed, config.rollout.n, config.rollout.batch) == (9, 6, 2)


def test_a_table_whose_kind_changes_starts_anew(tmp_path: Path) -> None:
    path = write(tmp_path, '[sampler]\nkind = "frontier"\nmu = 0.4\n')
    assert load([path]).sampler == Frontier(mu=0.4)
    assert load([path], ["sampler.sigma=0.15"]).sampler == Frontier(mu=0.4, sigma=0.15)
    assert load([path], ["sampler.kind=uniform"]).sampler == Uniform()


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("rollout.m=3", ["rollout.m", "3", "batch, ", " n,"]),
        ("rollot.n=3", ["rollot", "did you mean rollout?", "sampler"]),
        ("sampler.kind=frontal", ["sampler.kind", "frontal", "frontier", "uniform"]),
        ("sampler.muu=0.3", ["sampler.muu", "did you mean mu?", "sigma"]),
        ("learner.lr=-1", ["learner.lr", "-1", "greater than 0"]),
        ("policy.family=qwen9", ["policy.family", "qwen9", "qwen3vl"]),
        ("desktop.snapshots.default.widht=3", ["desktop.snapshots.default.widht", "width"]),
        ("rollout.n=many", ["rollout.n", "many", "integer"]),
    ],
)
def test_a_wrong_key_or_value_is_named_with_the_choices(setting: str, told: list[str]) -> None:
    with pytest.raises(ConfigError) as error:
        load([], [setting])
    for word in told:
        assert word in str(error.value)


def test_sight_without_screens_is_refused() -> None:
    with pytest.raises(ConfigError, match="sight needs screens"):
        load([], ["warmup.sight=10", "warmup.screens=0"])


@pytest.mark.parametrize("setting", ["novalue", "=3", "a..b=1"])
def test_a_malformed_setting_is_refused(setting: str) -> None:
    with pytest.raises(ConfigError, match=r"--set"):
        load([], [setting])


def test_every_fault_is_reported_at_once() -> None:
    with pytest.raises(ConfigError) as error:
        load([], ["seed=-1", "rollout.n=0"])
    assert "seed" in str(error.value)
    assert "rollout.n" in str(error.value)


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml"):
        load([tmp_path / "none.toml"])
    with pytest.raises(ConfigError, match=r"some\.toml"):
        load([write(tmp_path, "a = = 1")])


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_preset_loads_and_survives_a_dump(path: Path, tmp_path: Path) -> None:
    config = load([path])
    assert load([write(tmp_path, to_toml(config))]) == config
