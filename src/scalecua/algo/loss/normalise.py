"""How tokens become one number; w_s is the weight of every trained token of segment s.

`paper`: w = 1 / (n_i B): sum over tokens and segments, mean over the n_i scored rollouts of a group and
over the B tasks, no division by length (ScaleCUA, eq. 3). `token`: w = 1 / all trained tokens.
`sequence`: w = 1 / (tokens of the rollout * rollouts), a rollout being all its segments together, so that
the window does not change the loss. B and the counts leave out filtered groups and groups without a
scored rollout; a group without variance counts, with weight 0.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

from scalecua.core.batch import Group
from scalecua.core.knob import Knob
from scalecua.core.records import FloatArray
from scalecua.core.segment import Segment


class Normalise(Knob):
    """The mean that the objective takes, chosen by `kind`."""

    kind: Literal["paper", "token", "sequence"] = "paper"

    def __call__(self, groups: Sequence[Group], segments: Sequence[Segment]) -> FloatArray:
        """Return one weight a segment, in the order given.

        `groups` and `segments` are those of one whole batch, before any split into micro-batches or
        ranks; a segment whose group is not among `groups` is a ValueError.
        """
        counted = {group.id: group for group in groups if group.trajectories and not group.filtered}
        varied = {group.id for group in groups if any(group.advantages)} & counted.keys()
        known = {group.id for group in groups}
        if strangers := {segment.group_id for segment in segments} - known:
            raise ValueError(f"segments of groups that are not in the batch: {sorted(strangers)}")
        inside = [segment for segment in segments if segment.group_id in counted]
        rollouts = sum(len(group.trajectories) for group in counted.values())
        lengths: Counter[str] = Counter()
        for segment in inside:
            lengths[segment.trajectory_id] += sum(segment.mask)
        total = lengths.total()

        def weight(segment: Segment) -> float:
            if self.kind == "paper":
                return 1 / (len(counted[segment.group_id].trajectories) * len(counted))
            return 1 / total if self.kind == "token" else 1 / (lengths[segment.trajectory_id] * rollouts)

        trained = (segment.group_id in varied and any(segment.mask) for segment in segments)
        weights = [
            weight(segment) if is_trained else 0.0
            for segment, is_trained in zip(segments, trained, strict=True)
        ]
        return np.array(weights, dtype=np.float64)
