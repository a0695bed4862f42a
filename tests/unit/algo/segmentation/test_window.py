import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scalecua.algo.segmentation import Cut, SlidingWindow


def cuts(window: SlidingWindow, turns: int) -> tuple[int, list[int]]:
    """Segments of an episode of `turns` turns, and the screenshots in view at each answer."""
    images, segments, views = 1, 1, [1]
    for _ in range(1, turns):
        images += 1
        cut = window(images=images, tokens=0, turns=0)
        if cut is not None:
            images -= cut.drop
            segments += 1
        views.append(images)
    return segments, views


@given(turns=st.integers(1, 120), keep=st.integers(0, 12), drop=st.integers(1, 12))
def test_segment_count_and_view_follow_the_definition(turns: int, keep: int, drop: int) -> None:
    window = SlidingWindow(keep=keep, drop=drop)
    segments, views = cuts(window, turns)
    assert segments == window.segments(turns) == 1 + max(0, math.ceil((turns - keep - drop) / drop))
    assert max(views) == min(turns, keep + drop)
    assert all(after == before + 1 or after == keep + 1 for before, after in pairwise(views))


def test_fifty_turns_of_osworld() -> None:
    assert cuts(SlidingWindow(), 50)[0] == 9


def test_cut_says_what_to_forget() -> None:
    window = SlidingWindow(keep=2, drop=3)
    assert window(images=5, tokens=10**9, turns=99) is None
    assert window(images=6, tokens=0, turns=0) == Cut(drop=3, fork=True, reason="window")


@pytest.mark.parametrize("fields", [{"keep": -1}, {"drop": 0}, {"size": 3}])
def test_refuses_settings_that_mean_nothing(fields: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        SlidingWindow(**fields)
