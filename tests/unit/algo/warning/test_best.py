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
    assert ranking([row(0, 0.4), row(1, 0.6), row(2, 0.5)], 3) == (1, 2, 0)


def test_of_equals_the_newest_from_before_the_trouble_comes_first() -> None:
    rows = [row(update, 0.5) for update in range(4)]
    assert ranking(rows, 4) == (3, 2, 1, 0)
    assert ranking(rows, 2) == (2, 1, 0, 3)
    assert ranking(rows, 0) == (0, 3, 2, 1)


def test_a_version_that_played_well_in_the_midst_of_trouble_counts() -> None:
    assert ranking([row(0, 0.3), row(1, 0.5), row(2, 0.7), row(3, 0.6)], 0)[0] == 2


def test_means_over_fewer_records_do_not_compare() -> None:
    rows = [row(0, 0.9, unknown=8), row(1, 0.8, unknown=4), row(2, 0.3), row(3, 0.4), row(4, 0.2)]
    assert ranking(rows, 5) == (3, 2, 4, 0, 1)


def test_a_collapse_while_records_are_still_probed_does_not_win_by_knowing_more() -> None:
    rows = [row(0, 0.5, unknown=30), row(1, 0.5, unknown=20), row(2, 0.3, unknown=10), row(3, 0.2)]
    assert ranking(rows, 2) == (1, 2, 3, 0)


def test_the_version_a_run_begins_with_is_always_there() -> None:
    assert ranking([], 0) == (0,)
    assert ranking([row(0, 0.5, by=-1)], 1) == (0,)
    assert ranking([row(3, 0.5, by=2), row(4, 0.6, by=2)], 2) == (2, 0)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9)), max_size=30), st.data())
def test_every_version_is_ranked_once(updates: list[tuple[float, int]], data: st.DataObject) -> None:
    rows = [row(at, success, by=max(0, at - 1), unknown=left) for at, (success, left) in enumerate(updates)]
    found = ranking(rows, data.draw(st.integers(0, len(rows))))
    assert sorted(found) == sorted({max(0, n - 1) for n in range(len(rows))} | {0})
