"""Sequences into rows of at most `budget` tokens: first fit, longest first, always the same."""

from collections.abc import Sequence


def pack(lengths: Sequence[int], budget: int) -> tuple[tuple[int, ...], ...]:
    """Indices of `lengths` by row. A sequence longer than the budget has a row of its own.

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
