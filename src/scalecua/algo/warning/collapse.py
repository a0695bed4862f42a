"""Trouble: success slides, entropy explodes or dies, answers turn invalid, or the policy jumps, for a while.

Measured against what the run began with, over its first `baseline` updates: invalid answers `invalid` above
the least share; or, while success is `fall` below the mean, entropy above `explosion` times its own (MARGIN
at least), or below `extinction` times it. And, whatever it began with: a divergence from the rollout policy
above `kl`, or an update that the learner's own KL stop ended before `passes` passes over its batch. And the
policy's success over all tasks, `slide` below the best it was over the same tasks: a sampler that looks for
tasks half won hides a slide from the success of its batches. No update is held against itself, so that the
first one can only be found to jump.

A learning rate ten times too high jumps at once, and shows the others where no KL stop holds it. Low entropy
alone is what learning looks like, and from there it may well double for a while.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field

from scalecua.algo.warning.alarm import Alarm, History
from scalecua.core.knob import Knob

MARGIN = 0.5


class Collapse(Knob):
    """Stops a run after `patience` updates in a row that are each in trouble, of whatever kind.

    `explosion` and `extinction` are factors of the entropy it began with; `invalid` is a rise of the share of
    turns whose answer was no valid action, and `fall` and `slide` are of success, all in [0, 1]; `kl`
    is in nats a trained token, averaged over an update.
    """

    kind: Literal["collapse"] = "collapse"
    baseline: int = Field(3, ge=1)
    patience: int = Field(3, ge=1)
    explosion: float = Field(2.0, gt=1)
    extinction: float = Field(0.25, ge=0, lt=1)
    invalid: float = Field(0.25, gt=0, le=1)
    fall: float = Field(0.1, ge=0, le=1)
    slide: float = Field(0.12, gt=0, le=1)
    kl: float = Field(0.15, gt=0)
    passes: float = Field(1.0, ge=0)

    def __call__(self, history: History) -> Alarm | None:
        """Return why the run should stop after the last update of `history`, None while it should go on."""
        sound = self.sound(history)
        if len(history) - sound < self.patience:
            return None
        since, last = int(history[sound]["update"]), int(history[-1]["update"])
        signs = ", ".join(self._signs(history, len(history) - 1))
        before = history[max(0, sound - self.baseline) : sound] or history[:1]
        success = f"success was {_mean(before, 'success'):.2f} before and is {history[-1]['success']:.2f} now"
        return Alarm(
            since,
            f"the run is collapsing since update {since}: in update {last} {signs}; {success}; "
            "lower learner.lr",
        )

    def sound(self, history: History) -> int:
        """Return how many updates come before the trouble that the last one is in; all if it is in none."""
        count = len(history)
        while count and any(self._signs(history, count - 1)):
            count -= 1
        return count

    def _signs(self, history: History, at: int) -> Iterator[str]:
        """What is wrong in one update, in words."""
        now, began = history[at], history[: min(at, self.baseline)]
        if now["kl"] > self.kl:
            yield f"the policy moved {now['kl']:.2f} nats a token from the one sampled (limit {self.kl:g})"
        if now["kl_stopped"] and now["passes"] < self.passes:
            yield f"learner.kl_stop ended the update after {now['passes']:.2f} passes over its batch"
        if not began:
            return
        alike = [
            row["policy_success"] for row in history[:at] if row["records_unknown"] == now["records_unknown"]
        ]
        if alike and now["policy_success"] < max(alike) - self.slide:
            yield f"success over all tasks slid to {now['policy_success']:.2f} ({max(alike):.2f} at its best)"
        least = min(row["invalid_fraction"] for row in began)
        if now["invalid_fraction"] > least + self.invalid:
            share = now["invalid_fraction"]
            yield f"{share:.0%} of the turns were no valid action ({least:.0%} at the start)"
        recent = history[max(0, at + 1 - self.patience) : at + 1]
        if _mean(recent, "success") >= _mean(began, "success") - self.fall:
            return
        usual, entropy = _mean(began, "entropy"), now["entropy"]
        if entropy > max(self.explosion * usual, usual + MARGIN):
            yield f"entropy rose to {entropy:.2f} nats a token ({usual:.2f} at the start)"
        if entropy < self.extinction * usual:
            yield f"entropy fell to {entropy:.2f} nats a token ({usual:.2f} at the start)"


def _mean(rows: History, name: str) -> float:
    return float(np.mean([row[name] for row in rows]))
