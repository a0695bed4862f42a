"""r = s - penalty * [cut or gave up]: an incomplete episode costs 0.2 (ScaleCUA, appendix D).

s is the judge's score. `truncated` (turn or token limit) and `malformed` (unparsable answers) are
judged and penalised; a failure of the infrastructure has no score and therefore no reward at all.
"""

from typing import Literal

from pydantic import Field

from scalecua.core.knob import Knob
from scalecua.core.trajectory import Status
from scalecua.core.verdict import Verdict


class Penalised(Knob):
    """The judge's score, less `penalty` for an episode that did not end by itself."""

    kind: Literal["penalised"] = "penalised"
    penalty: float = Field(0.2, ge=0)

    def __call__(self, status: Status, verdict: Verdict | None) -> float | None:
        """Return the reward, None where infrastructure failed or nobody judged."""
        if status is Status.FAILED or verdict is None:
            return None
        incomplete = status in (Status.TRUNCATED, Status.MALFORMED)
        return verdict.score - self.penalty if incomplete else verdict.score
