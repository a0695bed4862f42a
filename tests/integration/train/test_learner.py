"""The learner on what the real engine sampled through the real stream."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from scalecua.algo.loss import KL, Entropy, Objective
from scalecua.algo.segmentation import SlidingWindow
from scalecua.core.batch import Batch
from scalecua.core.errors import PolicyError
from scalecua.core.segment import Omission
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.model import load
from scalecua.policy.model.vision import FeatureCache, Images
from scalecua.policy.stream import segments
from scalecua.train.items import items
from scalecua.train.learner import GRPOLearner
from scalecua.train.logprobs import LiveVision, Rules, score
from scalecua.train.packing import pack
from scalecua.train.tally import Tally
from scalecua.train.tensors import tensors


def parameters(learner: GRPOLearner) -> torch.Tensor:
    return torch.cat([value.detach().flatten() for value in learner.model.parameters()])


@pytest.mark.parametrize(("keep", "drop", "turns", "heat"), [(1, 1, 5, 1.0), (2, 1, 4, 0.7), (5, 5, 3, 2.0)])
async def test_recomputed_logprobs_are_the_rollouts(
    world: Any, engine: TransformersEngine, keep: int, drop: int, turns: int, heat: float
) -> None:
    window = SlidingWindow(keep=keep, drop=drop)
    played = [
        await world.episode(engine, f"t{n}", "g", turns=turns, window=window, temperature=heat)
        for n in range(3)
    ]
    made = [s for t in played for s in segments(t, "Do what is asked", world.family, window)]
    model = load(world.folder)
    images = Images(world.processor, world.blobs, limit=2**28)
    rules = Rules(world.processor.forbidden, world.processor.vocabulary)
    sampled = sum(len(turn.completion.token_ids) for t in played for turn in t.turns)
    assert sum(sum(s.mask) for s in made) == sampled
    for vision in (FeatureCache(images, limit=2**28), LiveVision(images)):
        for row in pack([len(s.token_ids) for s in made], 1000):
            chosen = [made[i] for i in row]
            with torch.no_grad():
                scores = score(model, chosen, [heat] * len(chosen), vision, rules)
            expected = [p for s in chosen for p, m in zip(s.logprobs, s.mask, strict=True) if m]
            assert float((scores.logp - torch.tensor(expected)).abs().max()) < 1e-4
    shifted = [dataclasses.replace(s, mask=(*s.mask[1:], 0)) for s in made]
    with torch.no_grad():
        wrong = score(model, shifted, [heat] * len(made), vision, rules)
    assert len(wrong.logp) == sampled
    assert not torch.allclose(wrong.logp, torch.tensor([p for s in made for p in s.logprobs if p]), atol=0.1)


async def test_the_gradient_is_the_same_however_a_batch_is_split(
    world: Any, engine: TransformersEngine
) -> None:
    batch = await world.batch(engine, [(1, 0, 0), (0, 1, 1)], turns=3)
    gradients = []
    for budget in (100_000, 900, 64):
        learner = world.learner(kl=0.01, token_budget=budget)
        todo, account = items(batch, learner._replay, max_sequence=10_000)
        weights = learner._normalise(batch.groups, [item.segment for item in todo])
        tally = Tally(batch, account)
        fixed = learner._fixed(todo, tensors(todo, weights))
        learner.accumulate(todo, range(len(todo)), fixed, tally)
        gradients.append(torch.cat([p.grad.flatten() for p in learner.optimiser.parameters]))
        assert (
            len(pack([len(item.segment.token_ids) for item in todo], budget))
            >= {100_000: 1, 900: 2, 64: 6}[budget]
        )
    scale = float(gradients[0].abs().max())
    assert scale > 1e-4
    for other in gradients[1:]:
        assert float((other - gradients[0]).abs().max()) < 1e-5 * max(scale, 1)


async def test_a_step_moves_probability_towards_what_was_rewarded(
    world: Any, engine: TransformersEngine
) -> None:
    batch = await world.batch(engine, [(1, 0, 1, 0), (0, 0, 0, 1)])
    learner = world.learner(minibatches=2, passes=2)
    todo, _ = items(batch, learner._replay, max_sequence=10_000)
    fixed = tensors(todo, np.ones(len(todo)))
    before = learner._all(learner.model, todo, fixed, learner._vision).detach()
    metrics = learner.step(batch)
    after = learner._all(learner.model, todo, fixed, learner._vision).detach()
    gain = after - before
    assert float(gain[fixed.advantage > 0].mean()) > 0.01
    assert float(gain[fixed.advantage < 0].mean()) < -0.01
    assert metrics["logprob_gap_max"] < 1e-4
    assert metrics["optimiser_step"] == 4
    assert metrics["tokens_trained"] == len(before)
    assert metrics["kl"] > 0
    assert metrics["grad_norm"] > 0
    assert learner.version == 1


async def test_every_sampled_token_is_trained_or_has_a_reason(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 0), (1, 1), (0, 1)], turns=3)
    dropped = dataclasses.replace(batch.groups[2], filtered=True)
    first = batch.groups[0].trajectories[0]
    answer = first.turns[1].completion
    assert answer is not None
    cut = dataclasses.replace(answer, finish="abort")
    turns = (first.turns[0], dataclasses.replace(first.turns[1], completion=cut), first.turns[2])
    aborted = dataclasses.replace(first, turns=turns)
    mixed = dataclasses.replace(batch.groups[0], trajectories=(aborted, batch.groups[0].trajectories[1]))
    batch = Batch(0, (mixed, batch.groups[1], dropped))
    replayed = [
        s for t in mixed.trajectories for s in segments(t, "Do what is asked", world.family, world.window)
    ]
    longest = max(len(s.token_ids) for s in replayed)
    learner = world.learner(max_sequence=longest - 1)
    metrics = learner.step(batch)
    for group in batch.groups:
        for t in group.trajectories:
            sampled = sum(len(turn.completion.token_ids) for turn in t.turns if turn.completion)
            assert learner.trained[t.id] + sum(learner.omitted[t.id].values()) == sampled
            if group is not mixed:
                assert learner.omitted[t.id] == {Omission.FILTERED: sampled}
    assert learner.omitted[aborted.id][Omission.ABORTED] == len(cut.token_ids)
    assert metrics["tokens_omitted_filtered"] > 0
    assert metrics["tokens_omitted_too_long"] > 0
    assert metrics["tokens_trained"] == sum(learner.trained.values())


async def test_a_batch_with_nothing_to_teach_changes_nothing(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 1), (0, 0)])
    learner = world.learner(kl=0.1)
    before = parameters(learner)
    metrics = learner.step(batch)
    assert torch.equal(before, parameters(learner))
    assert metrics["tokens_trained"] == 0
    assert metrics["segments"] == 0


async def test_the_learning_rate_falls_linearly_over_the_updates(
    world: Any, engine: TransformersEngine
) -> None:
    batch = await world.batch(engine, [(1, 0)])
    rates = []
    for update in (0, 2, 4):
        learner = world.learner(lr=1e-3, final=0.2, iterations=4)
        rates.append(learner.step(dataclasses.replace(batch, update=update))["learning_rate"])
    assert rates == pytest.approx([1e-3, 6e-4, 2e-4])


async def test_an_update_stops_where_the_policy_has_gone_far_enough(
    world: Any, engine: TransformersEngine
) -> None:
    batch = await world.batch(engine, [(1, 0, 0, 1)])
    free = world.learner(passes=6, lr=3e-3).step(batch)
    stopped = world.learner(passes=6, lr=3e-3, kl_stop=0.01).step(batch)
    assert free["kl_stopped"] == 0
    assert free["optimiser_step"] == 6
    assert stopped["kl_stopped"] == 1
    assert 1 <= stopped["optimiser_step"] < 6


@pytest.mark.parametrize("train_vision", [False, True])
async def test_saved_and_loaded_it_goes_on_as_if_it_had_not_been(
    world: Any, engine: TransformersEngine, tmp_path: Path, train_vision: bool
) -> None:
    first = await world.batch(engine, [(1, 0, 1)])
    second = dataclasses.replace(await world.batch(engine, [(0, 0, 1)]), update=1)
    how = {"passes": 2, "minibatches": 2, "warmup_steps": 10, "train_vision": train_vision}
    straight = world.learner(**how)
    straight.step(first)
    checkpoint.write(tmp_path / "1", straight.save, version=1, step=straight.steps)
    straight.step(second)
    resumed = world.learner(tmp_path / "1", **how)
    assert resumed.version == 1
    assert resumed.steps == 4
    resumed.step(second)
    assert torch.equal(parameters(straight), parameters(resumed))
    anew = world.learner(tmp_path / "1", **how)
    (tmp_path / "1" / "training.pt").unlink()
    with pytest.raises(PolicyError, match=r"training\.pt is missing"):
        world.learner(tmp_path / "1", **how)
    (tmp_path / "1" / "manifest.json").unlink()
    forgetful = world.learner(tmp_path / "1", **how)
    forgetful.step(second)
    assert not torch.equal(parameters(straight), parameters(forgetful))
    assert anew.steps == 4


async def test_the_vision_tower_moves_only_where_it_is_trained(
    world: Any, engine: TransformersEngine, tmp_path: Path
) -> None:
    batch = await world.batch(engine, [(1, 0)])

    def vision(learner: GRPOLearner) -> torch.Tensor:
        return torch.cat([p.detach().flatten() for p in learner.model.model.visual.parameters()])

    frozen, free = world.learner(), world.learner(train_vision=True)
    before = vision(frozen)
    frozen.step(batch)
    free.step(batch)
    assert torch.equal(before, vision(frozen))
    assert not torch.equal(before, vision(free))
    checkpoint.write(tmp_path / "1", free.save, version=1, step=1)
    with pytest.raises(PolicyError, match="train_vision"):
        world.learner(tmp_path / "1")


async def test_a_reference_pulls_back(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 0, 0, 1)])
    kept: dict[float, float] = {}
    for coefficient in (1e-6, 10.0):
        learner = world.learner(kl=coefficient, passes=8)
        kept[coefficient] = learner.step(batch)["kl_reference"]
    assert 0 < kept[10.0] < kept[1e-6]


async def test_what_nobody_sampled_is_measured_by_the_learner(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 0)])
    _, demonstration = world.demonstration(0)
    stored = dataclasses.replace(demonstration, group_id="g0")
    mixed = dataclasses.replace(batch.groups[0], trajectories=(stored, batch.groups[0].trajectories[1]))
    metrics = world.learner().step(Batch(0, (mixed,)))
    assert metrics["ratio_mean"] == pytest.approx(1, abs=1e-4)
    assert metrics["logprob_gap_max"] < 1e-4


async def test_a_gradient_that_is_not_finite_is_refused(
    world: Any, engine: TransformersEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = await world.batch(engine, [(1, 0)])
    learner = world.learner()
    before = parameters(learner)
    real: Callable[..., Any] = learner.objective.__call__
    monkeypatch.setattr(type(learner.objective), "__call__", lambda self, terms: real(terms) * float("nan"))
    with pytest.raises(PolicyError, match="gradient norm is nan"):
        learner.step(batch)
    assert torch.equal(before, parameters(learner))


@pytest.mark.parametrize("train_vision", [False, True])
async def test_the_number_of_threads_changes_no_bit(
    world: Any, engine: TransformersEngine, train_vision: bool
) -> None:
    batch = await world.batch(engine, [(1, 0, 0, 1), (0, 1, 1, 0)], turns=3)
    found = []
    for threads in (1, 3):
        learner = world.learner(
            kl=0.01, threads=threads, token_budget=300, passes=2, minibatches=2, train_vision=train_vision
        )
        metrics = learner.step(batch)
        found.append((parameters(learner), {k: v for k, v in metrics.items() if k != "seconds"}))
    assert torch.equal(found[0][0], found[1][0])
    assert found[0][1] == found[1][1]


async def test_a_bonus_for_entropy_keeps_the_policy_undecided(world: Any, engine: TransformersEngine) -> None:
    batch = await world.batch(engine, [(1, 0, 0, 1)])
    left: dict[float, float] = {}
    for coefficient in (0.0, 30.0):
        learner = world.learner(passes=12, lr=3e-3)
        learner.objective = Objective(kl=KL(coefficient=0.0), entropy=Entropy(coefficient=coefficient))
        learner.step(batch)
        left[coefficient] = learner.step(dataclasses.replace(batch, update=1))["entropy"]
    assert left[30.0] > left[0.0] + 0.1
