"""Sequences into rows of at most `budget` tokens, always the same ones."""

from collections.abc import Sequence

from scalecua.policy.model.row import Tokens
from scalecua.policy.model.shared import common, keys


def pack(lengths: Sequence[int], budget: int) -> tuple[tuple[int, ...], ...]:
    """Indices of `lengths` by row: first fit, longest first. One longer than the budget has its own row.

    Rows hold sequences one after another without padding; `policy.model` keeps them apart.
    """
    rows: list[list[int]] = []
    room: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        for number, free in enumerate(room):
            if lengths[index] <= free:
                rows[number].append(index)
                room[number] -= lengths[index]
                break
        else:
            rows.append([index])
            room.append(budget - lengths[index])
    return tuple(tuple(sorted(row)) for row in rows)


def pack_shared(streams: Sequence[Tokens], budget: int) -> tuple[tuple[int, ...], ...]:
    """Indices of `streams` by row, those that begin alike side by side, in rows of about the same size.

    What a stream has in common with the one before it in its row costs nothing.
    """
    named = [keys(stream) for stream in streams]
    order = sorted(range(len(streams)), key=lambda i: named[i].tolist())
    own = [
        len(named[i]) - (common(named[i], named[order[at - 1]]) if at else 0) for at, i in enumerate(order)
    ]
    size = budget if not order else sum(own) / -(-sum(own) // budget)
    rows: list[list[int]] = []
    filled = float(budget)
    for i, cost in zip(order, own, strict=True):
        if filled >= size or filled + cost > budget:
            rows.append([])
            filled, cost = 0.0, len(named[i])
        rows[-1].append(i)
        filled += cost
    return tuple(tuple(row) for row in rows)
