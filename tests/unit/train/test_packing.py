from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.train.packing import pack


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 120), max_size=40), st.integers(50, 200))
def test_every_sequence_is_in_one_row_and_rows_fit(lengths: list[int], budget: int) -> None:
    rows = pack(lengths, budget)
    assert sorted(index for row in rows for index in row) == list(range(len(lengths)))
    for row in rows:
        assert sum(lengths[index] for index in row) <= budget or len(row) == 1
    assert pack(lengths, budget) == rows


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 100), min_size=2, max_size=40))
def test_no_two_rows_could_have_been_one(lengths: list[int]) -> None:
    loads = sorted(sum(lengths[index] for index in row) for row in pack(lengths, 100))
    assert all(first + second > 100 for first, second in pairwise(loads))


def test_nothing_packs_to_nothing() -> None:
    assert pack([], 10) == ()
