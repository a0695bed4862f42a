"""Attack one task: every end that can be played or made, each judged, and what that says of the judge."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scalecua.core.agent import Agent
from scalecua.core.desktop import DesktopPool
from scalecua.core.errors import JudgeError, ScaleCUAError
from scalecua.core.failure import Failure
from scalecua.core.judge import Judge
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.core.verdict import Verdict
from scalecua.rollout.once import play_once
from scalecua.rollout.reference import ReferenceAgent
from scalecua.rollout.scripted import NullAgent
from scalecua.tasks.assets import Assets
from scalecua.tasks.solution import Solution, parse
from scalecua.verify.attack import Attack, Kind, Made, Outcome, Played
from scalecua.verify.diagnosis import Finding, Repeated, findings
from scalecua.verify.from_solution import ways
from scalecua.verify.from_state import changes, declared, left
from scalecua.verify.journal import Entry, Journal
from scalecua.verify.planted import planted

SETTLE_S = 1.0
LIMIT_S = 300.0
TRIES = 2
AGAIN = 8
HANGS = 2
SEEDS = (1, 2, 3, 4)
NULL = Played("null", "untouched", None)


@dataclass(frozen=True, slots=True)
class Proof:
    """A task's outcomes and what they say; it is proven where every attack held and nothing was found.

    `desktop_s` is the time that attacks held desktops, `seconds` what the whole took.
    """

    task_id: str
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    desktop_s: float
    seconds: float = field(default=0.0, compare=False)

    @property
    def proven(self) -> bool:
        """Whether the judge may train anything."""
        return bool(self.outcomes) and not self.findings and all(one.held for one in self.outcomes)


@dataclass(frozen=True, slots=True)
class Ground:
    """Where attacks are carried out: desktops, the judge, the same with sets in other orders, and files."""

    desktops: DesktopPool
    slots: asyncio.Semaphore
    judge: Judge
    shuffled: Sequence[Judge]
    blobs: Blobs
    assets: Assets


async def prove(task: Task, ground: Ground, journal: Journal) -> Proof:
    """Carry out every attack that is not in the journal yet."""
    began = time.monotonic()
    solution = parse(task.metadata.get("solution", {"steps": ()}), f"solution of task {task.id}")
    played: list[Played] = [NULL, *ways(solution)]
    async with asyncio.TaskGroup() as group:
        running = [group.create_task(_known(attack, task, ground, journal)) for attack in played]
    entries = [entry for one in running if (entry := one.result()) is not None]
    live = sum(entry.outcome.seconds for entry in entries)
    untouched = _end(entries, "null") or FinalState(Status.DONE, "")
    reference = _end(entries, "reference")
    repeated, looks = None, True
    if reference is not None:
        made = (
            *declared(untouched, _typed(solution)),
            *changes(untouched, reference, ground.blobs),
            *planted(task, untouched, reference, ground.blobs),
        )
        known = [await _known(attack, task, ground, journal) for attack in made]
        entries += [entry for entry in known if entry is not None]
        repeated = None if _hangs(journal) else await _repeated(task, reference, ground)
        looks = _looks(untouched, reference, ground.blobs)
    outcomes = tuple(entry.outcome for entry in entries)
    told = findings(outcomes, repeated, looks=looks)
    return Proof(task.id, outcomes, told, live, time.monotonic() - began)


def _end(entries: Sequence[Entry], kind: Kind) -> FinalState | None:
    return next((one.state for one in entries if one.outcome.kind == kind and one.state), None)


def _hangs(journal: Journal) -> bool:
    """Whether the judge has hung so often that more attacks would cost minutes and tell nothing new."""
    return journal.count(Failure.TIMEOUT) >= HANGS


async def _known(attack: Attack, task: Task, ground: Ground, journal: Journal) -> Entry | None:
    """The entry of an attack, from the journal if it is there; None of a judge that hangs.

    Infrastructure failures are tried again.
    """
    if (known := journal.get(attack.name)) is not None:
        return known
    end = attack.make() if isinstance(attack, Made) else journal.end(attack.name)
    for _ in range(TRIES):
        if _hangs(journal):
            return None
        began = time.monotonic()
        if end is None and isinstance(attack, Played):
            async with ground.slots:
                if _hangs(journal):
                    return None
                began = time.monotonic()
                attempt = await _play(attack, task, ground)
        elif end is not None:
            attempt = await _judged(end, task, ground)
        score, failure, reason, state = attempt
        outcome = Outcome(attack.kind, attack.name, score, failure, reason, time.monotonic() - began)
        entry = Entry(outcome, state)
        if score is not None or state is not None:
            journal.add(entry, played=end is None)
            break
    return entry


Judged = tuple[float | None, Failure | None, str, FinalState | None]


async def _play(attack: Played, task: Task, ground: Ground) -> Judged:
    seen: list[FinalState] = []

    async def judge(task: Task, final: FinalState) -> Verdict:
        seen.append(final)
        return await ground.judge(task, final)

    agent: Agent = NullAgent()
    if attack.solution is not None:
        steps = attack.solution.model_dump(mode="json")
        task, agent = replace(task, metadata={**task.metadata, "solution": steps}), ReferenceAgent()
    try:
        ended = await play_once(
            task,
            ground.desktops,
            agent,
            blobs=ground.blobs,
            judge=judge,
            settle_s=SETTLE_S,
            limit_s=LIMIT_S,
            assets=ground.assets,
        )
    except ScaleCUAError as error:
        return None, error.failure or Failure.START, str(error), None
    state = seen[-1] if seen else None
    if ended.verdict is None:
        return None, ended.failure, ended.detail, state
    return ended.verdict.score, None, ended.verdict.reason, state


async def _judged(state: FinalState, task: Task, ground: Ground) -> Judged:
    try:
        verdict = await ground.judge(task, state)
    except JudgeError as error:
        return None, error.failure, str(error), state
    return verdict.score, None, verdict.reason, state


async def _repeated(task: Task, state: FinalState, ground: Ground) -> Repeated:
    async def score(judge: Judge) -> float | None:
        try:
            return (await judge(task, state)).score
        except JudgeError:
            return None

    same = [await score(ground.judge) for _ in range(AGAIN)]
    return Repeated(tuple(same), tuple([await score(judge) for judge in ground.shuffled]))


def _looks(untouched: FinalState, reference: FinalState, blobs: Blobs) -> bool:
    """Whether anything that the judge sees is another after the reference."""
    if (untouched.status, untouched.answer) != (reference.status, reference.answer):
        return True
    values = [[entry for entry in state.result if not _filed(entry)] for state in (untouched, reference)]
    return values[0] != values[1] or any(True for _ in left(untouched, reference, blobs))


def _filed(entry: object) -> bool:
    return isinstance(entry, dict) and "file" in entry


def _typed(solution: Solution) -> str:
    """All that the reference types."""
    return "\n".join(step.text for step in solution.steps if hasattr(step, "text")).strip()
