"""The presets say what the papers' tables say, row by row, and a build that lacks a part says so at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scalecua.algo.advantage import GRPO
from scalecua.algo.reward import Penalised
from scalecua.algo.sampling import Frontier, PreFilter
from scalecua.algo.segmentation import SlidingWindow
from scalecua.config import available, gpus
from scalecua.config.load import load
from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError

CONFIGS = Path(__file__).parents[3] / "configs"
OSWORLD, SCIENCEBOARD = "scalecua-osworld", "scalecua-scienceboard"
Row = Callable[[Config], object]

TABLE_10: dict[str, tuple[Row, object]] = {
    "Algorithm": (lambda c: c.advantage, GRPO()),
    "Learning rate": (lambda c: c.learner.lr, 3e-6),
    "Clip ratio (low / high)": (lambda c: (c.loss.policy.low, c.loss.policy.high), (0.2, 0.28)),
    "Clip ratio cap c": (lambda c: c.loss.policy.dual, 3.0),
    "KL penalty": (lambda c: c.loss.kl.coefficient, 1e-4),
    "Entropy coefficient": (lambda c: c.loss.entropy.coefficient, 0.0),
    "Rollouts per task n": (lambda c: c.rollout.n, 8),
    "Max iterations": (lambda c: c.learner.iterations, 1000),
    "Rollout temperature": (lambda c: c.policy.temperature, 0.8),
    "Max turns per episode": (lambda c: c.rollout.max_turns, 50),
    "Max sequence length": (lambda c: c.learner.max_sequence, 40_000),
    "Incomplete episode penalty": (lambda c: c.reward, Penalised(penalty=0.2)),
    "Random sample ratio": (lambda c: _frontier(c).explore, 0.2),
    "Target success rate": (lambda c: _frontier(c).mu, 0.5),
    "EMA smoothing": (lambda c: c.rollout.ema_alpha, 0.2),
    "Initial pass rate range": (lambda c: c.prefilter, PreFilter(low=0.0, high=1.0)),
}
# Rows that differ between the two benchmarks, here and in Table 11: OSWorld, ScienceBoard.
BY_BENCHMARK: dict[str, tuple[Row, object, object]] = {
    "Batch size (tasks per iter)": (lambda c: c.rollout.batch, 32, 16),
    "Bandwidth": (lambda c: _frontier(c).sigma, 0.25, 0.15),
    "Images to keep K, min removal threshold": (
        lambda c: c.segmentation,
        SlidingWindow(keep=5, drop=5),
        SlidingWindow(keep=8, drop=5),
    ),
    "Env. concurrency": (lambda c: c.desktop.count, 600, 300),
}
TABLE_11: dict[str, tuple[Row, object]] = {
    "GPU cluster": (lambda c: (c.launch.nodes, c.launch.nodes * c.launch.gpus), (8, 64)),
    "Rollout ratio": (lambda c: c.launch.rollout_share, 0.25),
    "Rollout GPUs": (lambda c: gpus.split(c).rollout, 16),
    "Actor/ref GPUs": (lambda c: gpus.split(c).training, 48),
    "Rollout engine": (lambda c: (c.policy.engine, c.policy.tensor_parallel), ("vllm", 2)),
    "Training engine": (lambda c: c.learner.tensor_parallel, 4),
    "Rollouts per task": (lambda c: c.rollout.n, 8),
    "Env. backend, worker mapping, lifecycle": (
        lambda c: (c.desktop.backend, {s.reset for s in c.desktop.snapshots.values()}),
        ("docker", {"recreate"}),
    ),
    "Action horizon": (lambda c: c.rollout.max_turns, 50),
}
APPENDIX_D: dict[str, tuple[Row, object]] = {
    "no weight decay": (lambda c: c.learner.weight_decay, 0.0),
    "the ViT backbone is frozen": (lambda c: c.learner.train_vision, False),
    "the top 3 x B tasks form the pool": (lambda c: _frontier(c).pool, 3),
    "checkpoints every 25 iterations": (lambda c: c.learner.keep_every, 25),
    "no division by length (eq. 3)": (lambda c: c.loss.normalise.kind, "paper"),
    "screens of 1280 x 800 (appendix A)": (
        lambda c: {(s.width, s.height) for s in c.desktop.snapshots.values()},
        {(1280, 800)},
    ),
    "Qwen3-VL-8B-Thinking": (lambda c: (c.policy.family, c.model.path and c.model.path.name),
                             ("qwen3vl", "Qwen3-VL-8B-Thinking")),
}  # fmt: skip


def _frontier(config: Config) -> Frontier:
    assert isinstance(config.sampler, Frontier)
    return config.sampler


def preset(name: str) -> Config:
    return load([CONFIGS / f"{name}.toml"])


@pytest.mark.parametrize("name", [OSWORLD, SCIENCEBOARD])
@pytest.mark.parametrize("row", [*TABLE_10, *TABLE_11, *APPENDIX_D])
def test_a_preset_has_the_value_of_the_row(name: str, row: str) -> None:
    for table in (TABLE_10, TABLE_11, APPENDIX_D):
        if row in table:
            value, expected = table[row]
            assert value(preset(name)) == expected


@pytest.mark.parametrize("row", BY_BENCHMARK)
def test_the_benchmarks_differ_where_the_tables_do(row: str) -> None:
    value, osworld, scienceboard = BY_BENCHMARK[row]
    assert value(preset(OSWORLD)) == osworld
    assert value(preset(SCIENCEBOARD)) == scienceboard


def test_nothing_else_differs() -> None:
    one, other = preset(OSWORLD).model_dump(), preset(SCIENCEBOARD).model_dump()
    changed = {(s, k) for s in one if isinstance(one[s], dict) for k in one[s] if one[s][k] != other[s][k]}
    assert changed == {
        ("rollout", "batch"),
        ("sampler", "sigma"),
        ("segmentation", "keep"),
        ("desktop", "count"),
    }


@pytest.mark.parametrize("name", [OSWORLD, SCIENCEBOARD])
def test_what_a_build_lacks_is_named_with_what_it_has(name: str) -> None:
    with pytest.raises(ConfigError) as error:
        available.check(preset(name))
    for line in (
        "policy.engine = 'vllm' (available: transformers)",
        "learner.tensor_parallel = 4 (available: 1)",
        "launch.kind = 'ray' (available: local)",
        "launch.gpus = 8 (available: 0)",
    ):
        assert line in str(error.value)


def test_a_preset_runs_here_once_every_such_key_is_overridden() -> None:
    settings = [f"{key}={values[0]}" for key, values in available.AVAILABLE.items()]
    available.check(load([CONFIGS / f"{OSWORLD}.toml"], settings))


def test_the_demo_needs_nothing_that_is_not_there() -> None:
    available.check(preset("demo"))


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        (
            "policy.tensor_parallel=3",
            r"0\.25 of 64 GPUs leaves 16 for replicas of policy\.tensor_parallel = 3",
        ),
        ("learner.tensor_parallel=5", r"leaves 48 for replicas of learner\.tensor_parallel = 5"),
        ("launch.rollout_share=0.3", r"leaves 19\.2 for replicas"),
    ],
)
def test_replicas_are_whole(setting: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        load([CONFIGS / f"{OSWORLD}.toml"], [setting])
