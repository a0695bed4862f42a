from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.core.view import TokenView
from scalecua.policy.model.shared import share
from scalecua.train.packing import pack, pack_shared


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
    assert pack_shared([], 10) == ()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=12), max_size=30), st.integers(1, 40))
def test_what_begins_alike_lies_together_and_rows_fit(texts: list[list[int]], budget: int) -> None:
    streams = [TokenView(tuple(text), ()) for text in texts]
    rows = pack_shared(streams, budget)
    assert sorted(index for row in rows for index in row) == list(range(len(streams)))
    sizes = [len(share([streams[index] for index in row], 1).row.ids) for row in rows]
    assert all(size <= budget or len(row) == 1 for size, row in zip(sizes, rows, strict=True))
    assert pack_shared(streams, budget) == rows


def test_a_beginning_costs_once_and_rows_are_even() -> None:
    prompts = [TokenView((*range(100), 200 + n), ()) for n in range(40)]
    assert [len(row) for row in pack_shared(prompts, 140)] == [40]
    even = [len(row) for row in pack_shared([TokenView((n,) * 10, ()) for n in range(12)], 100)]
    assert even == [6, 6]
