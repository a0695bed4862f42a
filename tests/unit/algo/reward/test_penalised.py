"""Every status and its reward."""

import pytest

from scalecua.algo.reward import Penalised
from scalecua.core.trajectory import Status
from scalecua.core.verdict import Verdict


@pytest.mark.parametrize(
    ("status", "reward"),
    [
        (Status.DONE, 0.5),
        (Status.ANSWERED, 0.5),
        (Status.DECLARED_INFEASIBLE, 0.5),
        (Status.TRUNCATED, 0.3),
        (Status.MALFORMED, 0.3),
        (Status.FAILED, None),
    ],
)
def test_every_status(status: Status, reward: float | None) -> None:
    assert Penalised()(status, Verdict(0.5)) == (None if reward is None else pytest.approx(reward))


def test_every_status_is_covered_and_no_verdict_is_no_reward() -> None:
    assert [Penalised()(status, None) for status in Status] == [None] * len(Status)
    assert Penalised(penalty=0.0)(Status.TRUNCATED, Verdict(1.0)) == 1.0
