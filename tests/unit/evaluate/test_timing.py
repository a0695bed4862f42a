"""Time is counted once, however many desktops shared it, and pauses are not counted at all."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.evaluate.timing import PARTS, covered, pace, split

SPANS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda s: (min(s), max(s))), max_size=12
)


@dataclass(frozen=True)
class Episode:
    given: float
    recorded: float
    parts: dict[str, float] = field(default_factory=dict)


@given(SPANS)
def test_covered_time_is_that_of_the_union(spans: list[tuple[int, int]]) -> None:
    assert covered(spans) == len({second for begin, end in spans for second in range(begin, end)})


def test_parts_and_the_rest_make_up_the_lease() -> None:
    told = {"setup": 1.0, "start": 0.5, "observe": 0.25, "think": 2.0, "act": 1.0, "judge": 0.25}
    found = split([Episode(10.0, 16.0, told), Episode(11.0, 12.0)])
    assert tuple(found) == PARTS
    assert found["start"] == 1.5
    assert found["desktop"] == pytest.approx(1.0 + 1.0)
    assert sum(found.values()) == pytest.approx(7.0)


def test_desktops_side_by_side_share_the_minute_and_a_pause_is_none() -> None:
    found = pace([Episode(0.0, 10.0), Episode(0.0, 10.0), Episode(1000.0, 1010.0)], [(10.0, 20.0)])
    assert found == {"episodes": 3, "seconds": 30.0, "episodes_per_minute": 6.0}


def test_nothing_played_has_no_pace() -> None:
    assert pace([])["episodes_per_minute"] is None
