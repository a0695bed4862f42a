"""Attack one task: every end that can be played or made, each judged, and what that says of the judge."""

import asyncio
import time
import uuid
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from scalecua.core.agent import Agent
from scalecua.core.completion import Sampling
from scalecua.core.desktop import DesktopPool
from scalecua.core.errors import JudgeError, ScaleCUAError
from scalecua.core.failure import Failure
from scalecua.core.judge import Judge
from scalecua.core.lease import Lease
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.core.verdict import Verdict
from scalecua.rollout.play import play, unrewarded
from scalecua.rollout.reference import ReferenceAgent
from scalecua.rollout.scripted import NullAgent
from scalecua.tasks.assets import Assets
from scalecua.tasks.solution import Solution, parse
from scalecua.verify.attack import Attack, Made, Outcome, Played
from scalecua.verify.diagnosis import Finding, Repeated, findings
from scalecua.verify.from_solution import ways
from scalecua.verify.from_state import changes, declared, left
from scalecua.verify.journal import Entry, Journal
from scalecua.verify.planted import planted

SETTLE_S = 1.0
LIMIT_S = 300.0
TRIES = 2
AGAIN = 8
SEEDS = (1, 2, 3, 4)
NULL = Played("null", "untouched", None)


@dataclass(frozen=True, slots=True)
class Proof:
    """A task's outcomes and what they say; it is proven where every attack held and nothing was found."""

    task_id: str
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    desktop_s: float

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
    solution = parse(task.metadata.get("solution", {"steps": ()}), f"solution of task {task.id}")
    played: list[Played] = [NULL, *ways(solution)]
    async with asyncio.TaskGroup() as group:
        running = [group.create_task(_known(attack, task, ground, journal)) for attack in played]
    entries = [one.result() for one in running]
    untouched = entries[0].state or FinalState(Status.DONE, "")
    reference = next((one.state for one in entries if one.outcome.kind == "reference" and one.state), None)
    repeated, looks = None, True
    if reference is not None:
        made = (
            *declared(untouched, _typed(solution)),
            *changes(untouched, reference, ground.blobs),
            *planted(task, untouched, reference, ground.blobs),
        )
        entries += [await _known(attack, task, ground, journal) for attack in made]
        repeated = await _repeated(task, reference, ground)
        looks = _looks(untouched, reference, ground.blobs)
    outcomes = tuple(entry.outcome for entry in entries)
    live = sum(one.outcome.seconds for one, attack in zip(entries, played, strict=False))
    return Proof(task.id, outcomes, findings(outcomes, repeated, looks=looks), live)


async def _known(attack: Attack, task: Task, ground: Ground, journal: Journal) -> Entry:
    """The entry of an attack, from the journal if it is there; infrastructure failures are tried again."""
    if (known := journal.get(attack.name)) is not None:
        return known
    ended = journal.end(attack.name) if isinstance(attack, Played) else None
    for _ in range(TRIES):
        began = time.monotonic()
        if isinstance(attack, Made):
            attempt = await _judged(attack.make(), task, ground)
        else:
            attempt = await (_play(attack, task, ground) if ended is None else _judged(ended, task, ground))
        score, failure, reason, state = attempt
        seconds = time.monotonic() - began
        entry = Entry(Outcome(attack.kind, attack.name, score, failure, reason, seconds), state)
        if score is not None or state is not None:
            journal.add(entry, played=isinstance(attack, Played) and ended is None)
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
    lease = Lease(
        name := uuid.uuid4().hex,
        task,
        name,
        0,
        "demonstration",
        0,
        task.max_turns,
        GREEDY,
        time.time() + LIMIT_S,
    )
    try:
        async with ground.slots, ground.desktops.lease(task.snapshot) as desktop:
            ended = await play(
                task,
                desktop,
                agent,
                blobs=ground.blobs,
                judge=judge,
                lease=lease,
                settle_s=SETTLE_S,
                reward=unrewarded,
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


GREEDY = Sampling(temperature=0.0, max_tokens=1)
Desktops = AbstractAsyncContextManager[DesktopPool]
