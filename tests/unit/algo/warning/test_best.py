"""Which version was the best: by what it played, never by what it promised."""

from hypothesis import given
from hypothesis import strategies as st

from scalecua.algo.warning import ranking


def row(update: int, success: float, *, by: int | None = None, unknown: int = 0) -> dict[str, float]:
    return {
        "update": float(update),
        "policy_success": success,
        "sampled_by": float(update if by is None else by),
        "records_unknown": float(unknown),
    }


def test_the_version_that_played_is_credited() -> None:
    assert ranking([row(0, 0.4), row(1, 0.6), row(2, 0.5)]) == (1, 2, 0)


def test_of_equals_the_newest_comes_first() -> None:
    assert ranking([row(0, 0.5), row(1, 0.5), row(2, 0.5)])[0] == 2


def test_means_over_fewer_records_do_not_compare() -> None:
    rows = [row(0, 0.9, unknown=8), row(1, 0.8, unknown=4), row(2, 0.3), row(3, 0.4), row(4, 0.2)]
    assert ranking(rows) == (3, 2, 4, 1, 0)


def test_the_version_a_run_begins_with_is_always_there() -> None:
    assert ranking([]) == (0,)
    assert ranking([row(0, 0.5, by=-1)]) == (0,)
    assert ranking([row(3, 0.5, by=2), row(4, 0.6, by=2)]) == (2, 0)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_every_version_is_ranked_once(successes: list[float]) -> None:
    rows = [row(update, success, by=max(0, update - 1)) for update, success in enumerate(successes)]
    found = ranking(rows)
    assert sorted(found) == sorted({max(0, n - 1) for n in range(len(rows))} | {0})
