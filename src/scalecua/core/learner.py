"""The seam to whatever turns a batch into new weights."""

from collections.abc import Mapping
from typing import Protocol

from scalecua.core.batch import Batch


class Learner(Protocol):
    """Owns the policy being trained and its optimiser."""

    def step(self, batch: Batch) -> Mapping[str, float]:
        """One update on the batch; returns the metrics of the update by name."""
