"""The per-token terms against the equations written out, and against finite differences."""

import math
from typing import Literal

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.algo.loss import KL, Clipped, Entropy, Objective, Terms
from scalecua.algo.statistics.ratio import clip_fraction, divergence

logs = st.floats(-6, 0)


def clipped(
    ratio: float, advantage: float, low: float = 0.2, high: float = 0.28, dual: float | None = 3.0
) -> float:
    gain = min(ratio * advantage, min(max(ratio, 1 - low), 1 + high) * advantage)
    return -max(gain, dual * advantage) if advantage < 0 and dual is not None else -gain


def tensor(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


@settings(max_examples=200, deadline=None)
@given(logs, logs, st.floats(-3, 3), st.sampled_from([None, 1.5, 3.0]))
def test_the_policy_term_is_the_equation(
    logp: float, behaviour: float, advantage: float, dual: float | None
) -> None:
    loss = Clipped(dual=dual)(tensor(logp), tensor(behaviour), tensor(advantage))
    assert loss.item() == pytest.approx(clipped(math.exp(logp - behaviour), advantage, dual=dual))


@pytest.mark.parametrize(
    ("ratio", "advantage", "gradient"),
    [
        (1.0, 2.0, -2.0),
        (1.2, 2.0, -2.4),
        (1.3, 2.0, 0.0),
        (0.5, 2.0, -1.0),
        (0.7, -2.0, 0.0),
        (1.3, -2.0, 2.6),
        (2.9, -2.0, 5.8),
        (3.1, -2.0, 0.0),
        (1.0, 0.0, 0.0),
    ],
)
def test_where_the_gradient_stops(ratio: float, advantage: float, gradient: float) -> None:
    logp = tensor(math.log(ratio)).requires_grad_()
    torch.autograd.backward(Clipped()(logp, tensor(0.0), tensor(advantage)).sum())
    assert logp.grad is not None
    assert logp.grad.item() == pytest.approx(gradient)


def test_an_absurd_ratio_gives_finite_gradients() -> None:
    logp = tensor(0.0, 0.0, -2000.0, -2000.0).requires_grad_()
    loss = Clipped()(logp, tensor(-2000.0, -2000.0, 0.0, 0.0), tensor(1.0, -1.0, 1.0, -1.0))
    torch.autograd.backward(loss.sum())
    assert torch.isfinite(loss).all()
    assert logp.grad is not None
    assert torch.isfinite(logp.grad).all()
    assert loss[:2].tolist() == pytest.approx([-1.28, 3.0])


@settings(max_examples=100, deadline=None)
@given(logs, logs)
def test_the_estimators_are_their_equations(logp: float, reference: float) -> None:
    d = reference - logp
    expected: dict[Literal["k1", "k2", "k3"], float] = {"k1": -d, "k2": d * d / 2, "k3": math.exp(d) - 1 - d}
    for kind, value in expected.items():
        assert KL(estimator=kind)(tensor(logp), tensor(reference)).item() == pytest.approx(value, abs=1e-9)


def test_the_estimators_agree_with_the_true_divergence() -> None:
    p, q = (
        torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64),
        torch.tensor([0.4, 0.4, 0.2], dtype=torch.float64),
    )
    true = (p * (p / q).log()).sum()
    unbiased: tuple[Literal["k1", "k3"], ...] = ("k1", "k3")
    for kind in unbiased:
        assert (p * KL(estimator=kind)(p.log(), q.log())).sum().item() == pytest.approx(true.item())
    assert (p * KL(estimator="k2")(p.log(), q.log())).sum().item() == pytest.approx(true.item(), rel=0.05)
    assert (p * (q / p - 1 - (q / p).log())).sum().item() == pytest.approx(true.item())


def test_weights_scale_policy_and_kl_alike_and_zero_stops_both() -> None:
    logp = tensor(-1.0, -1.0, -1.0).requires_grad_()
    terms = Terms(
        logp, tensor(-1.1, -1.1, -1.1), tensor(1.0, 1.0, 1.0), tensor(1.0, 0.5, 0.0), tensor(-2.0, -2.0, -2.0)
    )
    torch.autograd.backward(Objective(kl=KL(coefficient=0.3))(terms).sum())
    assert logp.grad is not None
    one, half, none = logp.grad.tolist()
    assert half == pytest.approx(one / 2)
    assert none == 0.0
    assert one == pytest.approx(-math.exp(0.1) + 0.3 * (1 - math.exp(-1)))


def test_a_penalty_needs_its_reference() -> None:
    terms = Terms(tensor(-1.0), tensor(-1.0), tensor(1.0), tensor(1.0))
    with pytest.raises(ValueError, match="needs the reference"):
        Objective()(terms)
    assert Objective(kl=KL(coefficient=0))(terms).item() == -1.0


def test_a_bonus_for_entropy_is_weighted_like_the_rest_and_needs_the_entropies() -> None:
    entropy = tensor(0.5, 2.0).requires_grad_()
    zero = tensor(0.0, 0.0)
    objective = Objective(kl=KL(coefficient=0), entropy=Entropy(coefficient=0.1))
    loss = objective(Terms(zero, zero, zero, tensor(1.0, 0.5), entropy=entropy))
    assert loss.tolist() == pytest.approx([-0.05, -0.1])
    torch.autograd.backward(loss.sum())
    assert entropy.grad is not None
    assert entropy.grad.tolist() == pytest.approx([-0.1, -0.05])
    with pytest.raises(ValueError, match="needs the entropies"):
        objective(Terms(zero, zero, zero, zero))


def test_diagnostics() -> None:
    logp, behaviour = tensor(*map(math.log, (1.3, 1.3, 0.7, 0.7))), tensor(0.0, 0.0, 0.0, 0.0)
    advantage = tensor(1.0, -1.0, 1.0, -1.0)
    assert clip_fraction(logp, behaviour, advantage, 0.2, 0.28).item() == 0.5
    expected = sum(r - 1 - math.log(r) for r in (1.3, 1.3, 0.7, 0.7)) / 4
    assert divergence(logp, behaviour).item() == pytest.approx(expected)
    assert divergence(behaviour, behaviour).item() == 0.0
