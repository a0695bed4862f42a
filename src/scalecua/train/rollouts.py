"""What the rollouts of a batch say by themselves: before any of them is trained, and whether or not it is."""

from collections.abc import Iterable

import numpy as np

from scalecua.core.batch import Batch
from scalecua.core.trajectory import Status, Turn

NOBODY = -1


def rollouts(batch: Batch, success: float) -> dict[str, float]:
    """Metrics by name, over every scored rollout of the batch, filtered groups included.

    A judge's score of `success` or more is one. `entropy` is estimated from what was sampled, -log p a
    token in nats; `sampled_by` is the newest policy version that sampled any of it (-1: none did).
    """
    played = [trajectory for group in batch.groups for trajectory in group.trajectories]
    turns = [turn for trajectory in played for turn in trajectory.turns]
    answers = [turn.completion for turn in turns if turn.completion is not None]
    scored = [trajectory.verdict.score for trajectory in played if trajectory.verdict is not None]
    return {
        "rollouts": float(len(played)),
        "turns": float(len(turns)),
        "reward_mean": _mean(t.reward for t in played if t.reward is not None),
        "success": _mean(score >= success for score in scored),
        "truncated_fraction": _mean(t.status is Status.TRUNCATED for t in played),
        "invalid_fraction": _mean(invalid(turn) for turn in turns),
        "entropy": _mean(-p for answer in answers for p in answer.logprobs or ()),
        "sampled_by": float(max((span.version for a in answers for span in a.versions), default=NOBODY)),
    }


def invalid(turn: Turn) -> bool:
    """Whether a turn's answer could not be read, or the desktop refused an action of it."""
    return turn.error is not None or any(not (r.performed or r.duplicate) for r in turn.results)


def _mean(values: Iterable[float]) -> float:
    found = [float(value) for value in values]
    return float(np.mean(found)) if found else 0.0
