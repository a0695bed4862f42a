"""keep record i while p_min <= p_i <= p_max, p_i its initial pass rate (ScaleCUA, section 3.3, Table 10).

What is always or never solved teaches nothing: a group of it has no variance. A record whose rate is not
known yet is kept.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from scalecua.core.knob import Knob
from scalecua.core.records import FloatArray


class PreFilter(Knob):
    """Records inside [`low`, `high`] are drawn, the others never again.

    The rate is that of `rollouts` rollouts of every record before the first draw, which are measured and not
    trained; with 0 there is no such pass, and the rate is that of the record's first group.
    """

    kind: Literal["range"] = "range"
    rollouts: int = Field(0, ge=0)
    low: float = Field(0.0, ge=0, le=1)
    high: float = Field(1.0, ge=0, le=1)

    @model_validator(mode="after")
    def _ordered(self) -> "PreFilter":
        if self.low > self.high:
            raise ValueError(f"low = {self.low:g} is above high = {self.high:g}")
        return self

    def __call__(self, initial: FloatArray) -> NDArray[np.bool_]:
        """Return which records are kept; `initial` holds their rates, NaN for those not known."""
        return np.isnan(initial) | ((initial >= self.low) & (initial <= self.high))
