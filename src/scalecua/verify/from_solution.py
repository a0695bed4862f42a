"""Ends that are reached by playing the reference otherwise: nearly, or by another way."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scalecua.core.action import Key, Type, Wait
from scalecua.tasks.solution import Solution, Step
from scalecua.verify.attack import Played
from scalecua.verify.documents.places import near

SAVE = ("ctrl", "s")
# What confirms a save, and takes time.
CONFIRMS = (("enter",), ("return",))
REFERENCES = 2


def ways(solution: Solution) -> Iterator[Played]:
    """The reference itself, twice; its alternatives; and all near misses, none of which is played twice."""
    for number in range(1, REFERENCES + 1):
        yield Played("reference", f"reference, time {number}", solution)
    for number, steps in enumerate(solution.alternatives, 1):
        yield Played("alternative", f"alternative {number}", replace_steps(solution, steps))
    played = [solution.steps]
    for name, steps in _nearly(solution.steps):
        if steps not in played:
            played.append(steps)
            yield Played("near miss", name, replace_steps(solution, steps))


def replace_steps(solution: Solution, steps: Sequence[Step]) -> Solution:
    """The solution with other steps and the same end."""
    return solution.model_copy(update={"steps": tuple(steps), "alternatives": ()})


def _nearly(steps: tuple[Step, ...]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    if (last := _last(steps)) is not None:
        yield "last step left out", steps[:last]
    if (save := _last_save(steps)) is not None:
        yield "not saved", (*steps[:save], *_after_save(steps[save + 1 :]))
    for at, step in enumerate(steps):
        if isinstance(step, Type) and step.text.strip():
            wrong = replace(step, text=str(near(step.text)))
            yield f"step {at + 1} typed wrong by one", (*steps[:at], wrong, *steps[at + 1 :])


def _last(steps: Sequence[Step]) -> int | None:
    """The place of the last step that does something."""
    return max((at for at, step in enumerate(steps) if not isinstance(step, Wait)), default=None)


def _last_save(steps: Sequence[Step]) -> int | None:
    return max(
        (at for at, step in enumerate(steps) if isinstance(step, Key) and step.keys == SAVE), default=None
    )


def _after_save(steps: Sequence[Step]) -> tuple[Step, ...]:
    """What follows a save, without what answers its question."""
    for at, step in enumerate(steps):
        if not isinstance(step, Wait) and not (isinstance(step, Key) and step.keys in CONFIRMS):
            return tuple(steps[at:])
    return ()
