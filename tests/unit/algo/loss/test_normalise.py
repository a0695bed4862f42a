"""Weights are of the whole batch: splitting it into micro-batches changes no gradient."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest
import torch

from scalecua.algo.loss import KL, Normalise, Objective, Terms
from scalecua.core.batch import Group
from scalecua.core.completion import Sampling
from scalecua.core.segment import Segment
from scalecua.core.trajectory import Status, Trajectory


def trajectory(key: str) -> Trajectory:
    sampling = Sampling(temperature=1.0, max_tokens=4)
    return Trajectory(key, "t", "g", 0, "", "rollout", 0, sampling, 4, (), Status.DONE)


def group(name: str, advantages: Sequence[float], *, filtered: bool = False) -> Group:
    members = tuple(trajectory(f"{name}{i}") for i in range(len(advantages)))
    return Group(name, "t", "t", "do", members, tuple(advantages), filtered)


def segment(rollout: str, mask: Sequence[int], index: int = 0) -> Segment:
    n = len(mask)
    return Segment(
        trajectory_id=rollout,
        group_id=rollout[0],
        index=index,
        token_ids=(1,) * n,
        mask=tuple(mask),
        logprobs=(0.0,) * n,
        versions=(0,) * n,
        images=(),
        turns=(),
        processor="p",
        reason="end",
    )


GROUPS = (group("a", (1, -1, 0)), group("b", (-1, 1)), group("c", (0, 0)), group("d", (0, 0), filtered=True))
SEGMENTS = (
    segment("a0", (0, 1, 1)),
    segment("a0", (0, 0, 1), 1),
    segment("a1", (1, 1)),
    segment("b0", (1, 1, 1, 1)),
    segment("b1", (0, 1)),
    segment("c0", (1,)),
    segment("c1", (1, 1)),
    segment("d0", (1,)),
    segment("a2", (0, 0)),
)


def test_the_papers_mean_is_over_scored_rollouts_and_tasks_and_never_over_length() -> None:
    third, half = 1 / 3, 1 / 2
    weights = Normalise()(GROUPS, SEGMENTS) * 3
    assert weights == pytest.approx([third, third, third, half, half, 0, 0, 0, 0])


def test_a_filtered_group_leaves_the_means_and_a_flat_one_does_not() -> None:
    kept = Normalise()(GROUPS[:3], SEGMENTS[:7])
    assert kept == pytest.approx(Normalise()(GROUPS, SEGMENTS)[:7])
    fewer = Normalise()(GROUPS[:2], SEGMENTS[:5])
    assert fewer == pytest.approx(kept[:5] * 3 / 2)


def test_token_and_sequence_means() -> None:
    tokens = Normalise(kind="token")(GROUPS, SEGMENTS)
    assert tokens == pytest.approx([1 / 13] * 5 + [0] * 4)
    sequence = Normalise(kind="sequence")(GROUPS, SEGMENTS)
    assert sequence * 7 == pytest.approx([1 / 3, 1 / 3, 1 / 2, 1 / 4, 1, 0, 0, 0, 0])


def test_cutting_a_rollout_otherwise_changes_no_token_s_weight() -> None:
    whole = (segment("a0", (0, 1, 1, 1)), *SEGMENTS[2:])
    kinds: tuple[Literal["paper", "token", "sequence"], ...] = ("paper", "token", "sequence")
    for kind in kinds:
        cut, one = Normalise(kind=kind)(GROUPS, SEGMENTS), Normalise(kind=kind)(GROUPS, whole)
        assert cut[0] == cut[1] == pytest.approx(one[0])


def test_a_lone_lost_group_leaves_nothing_to_divide_by() -> None:
    assert np.array_equal(Normalise()((group("a", ()),), ()), np.zeros(0))
    assert Normalise(kind="token")((GROUPS[2],), (SEGMENTS[5],)) == pytest.approx([0])


def test_strangers_are_refused() -> None:
    with pytest.raises(ValueError, match="not in the batch"):
        Normalise()(GROUPS[:1], SEGMENTS)


@pytest.mark.parametrize("kind", ["paper", "token", "sequence"])
def test_the_gradient_is_the_same_under_any_split(kind: Literal["paper", "token", "sequence"]) -> None:
    torch.manual_seed(0)
    counts = [sum(s.mask) for s in SEGMENTS]
    advantages = {t.id: a for g in GROUPS for t, a in zip(g.trajectories, g.advantages, strict=True)}
    weights = Normalise(kind=kind)(GROUPS, SEGMENTS)
    features = torch.randn(sum(counts), 5, dtype=torch.float64)
    behaviour, reference = torch.randn(2, sum(counts), dtype=torch.float64) * 0.3
    repeats = torch.tensor(counts)
    weight = torch.tensor(weights).repeat_interleave(repeats)
    advantage = (
        torch.tensor([float(advantages[s.trajectory_id]) for s in SEGMENTS])
        .double()
        .repeat_interleave(repeats)
    )
    start = torch.randn(5, dtype=torch.float64) * 0.3

    def gradient(splits: int) -> torch.Tensor:
        theta = start.clone().requires_grad_()
        for part in torch.arange(sum(counts)).tensor_split(splits):
            logp = features[part] @ theta
            terms = Terms(logp, behaviour[part], advantage[part], weight[part], reference[part])
            torch.autograd.backward(Objective(kl=KL(coefficient=0.1))(terms).sum())
        assert theta.grad is not None
        return theta.grad

    whole = gradient(1)
    assert whole.abs().sum() > 0
    for splits in (2, 4, sum(counts)):
        assert torch.allclose(gradient(splits), whole, rtol=1e-12, atol=1e-14)
