"""What is wrong with a judge, by how it took the attacks: a name, and what to change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scalecua.core.failure import Failure
from scalecua.verify.attack import Outcome

Fault = Literal[
    "crashes",
    "hangs",
    "flaky",
    "order-dependent",
    "reads what setup wrote",
    "cheatable",
    "too loose",
    "too strict",
]
ADVICE: dict[Fault, str] = {
    "crashes": "Let it read what an agent may leave inside `state.agents(...)`, and mend what fails besides.",
    "hangs": "Bound its loops and what it reads; a judgement has a minute.",
    "flaky": "Take time, chance and whatever changes from look to look out of it.",
    "order-dependent": "Compare sets, mappings and files without their order where the task names none.",
    "reads what setup wrote": "Let it need what the instruction asks the agent to make or change.",
    "cheatable": "Look for the whole of the result in its place, not for words that anybody can write down.",
    "too loose": "Compare all that the instruction asks for, exactly, and that the rest is as it was.",
    "too strict": "Accept every end that does what the instruction says, however it is written.",
}
# Ends that are the same thing in another order or packing.
REORDERED = "written otherwise"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, the attacks that show it, and what to do."""

    fault: Fault
    attacks: tuple[str, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """Scores of one state: judged again and again, and with other orders of sets; None where it gave none."""

    same: tuple[float | None, ...]
    shuffled: tuple[float | None, ...]


def findings(outcomes: Sequence[Outcome], repeated: Repeated | None, *, looks: bool) -> tuple[Finding, ...]:
    """Every fault, each once; `looks` says whether the judge sees anything that the reference changes."""
    named: dict[Fault, list[str]] = {}
    for fault, attack in (*_repeats(outcomes, repeated), *_wrong(outcomes, looks=looks)):
        named.setdefault(fault, []).append(attack)
    return tuple(Finding(fault, tuple(attacks), ADVICE[fault]) for fault, attacks in named.items())


def _repeats(outcomes: Sequence[Outcome], repeated: Repeated | None) -> Iterator[tuple[Fault, str]]:
    if repeated is not None and len(set(repeated.same)) > 1:
        yield "flaky", "the same state judged again"
    elif repeated is not None and len({*repeated.same, *repeated.shuffled}) > 1:
        yield "order-dependent", "the same state with another order of sets"
    elif len({one.score for one in outcomes if one.kind == "reference"}) > 1:
        yield "flaky", "the reference played again"


def _wrong(outcomes: Sequence[Outcome], *, looks: bool) -> Iterator[tuple[Fault, str]]:
    for one in outcomes:
        if one.held:
            continue
        if one.score is None:
            if one.failure in (Failure.JUDGE, Failure.CRASH, Failure.MEMORY):
                yield "crashes", one.name
            elif one.failure is Failure.TIMEOUT:
                yield "hangs", one.name
        elif one.right:
            yield ("order-dependent" if one.name.endswith(REORDERED) else "too strict"), one.name
        elif not looks:
            yield "reads what setup wrote", one.name
        else:
            yield ("cheatable" if one.kind == "cheat" else "too loose"), one.name
