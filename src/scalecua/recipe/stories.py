"""Episodes worth looking at: the same task before and after training, turn by turn."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scalecua.core.trajectory import Trajectory
from scalecua.evaluate.plain import plain
from scalecua.recipe.evaluation import KINDS, Kind
from scalecua.recipe.frames import ENDS, Frame, frame
from scalecua.store.history import Member
from scalecua.store.sql import SqlStore

WON, LOST = 6, 2
FRAMES = 6
REASON, INSTRUCTION = 260, 400
# Bytes of pictures on a page, before base64.
BUDGET = 2_600_000
# Greedy episodes first: what changed there is the policy, not luck.
PREFERRED = ("greedy", "sampled", "unseen_greedy", "unseen")


@dataclass(frozen=True, slots=True)
class Side:
    """One episode; `more` turns are left out at its end."""

    success: bool
    score: float
    end: str
    reason: str
    frames: tuple[Frame, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Story:
    """One task before and after."""

    template: str
    instruction: str
    kind: Kind
    before: Side
    after: Side


@dataclass(frozen=True, slots=True)
class Stories:
    """Tasks lost before and won after, and some that were lost both times."""

    won: tuple[Story, ...] = ()
    lost: tuple[Story, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """The same pass of the same task before and after."""

    kind: Kind
    before: Member
    after: Member


async def choose(store: SqlStore, finished: Iterable[str]) -> Stories:
    """Up to WON stories of a gain and LOST of a task still lost, from the evaluations named `finished`.

    Different templates come first, then greedy episodes; the same run gives the same choice. Stories whose
    pictures do not fit into BUDGET are left out, the last first.
    """
    names = set(finished)
    pairs = [pair for kind in _ordered() for pair in await _pairs(store, kind, names)]
    won = varied([pair for pair in pairs if pair.after.success and not pair.before.success], WON)
    lost = varied([pair for pair in pairs if not pair.after.success and not pair.before.success], LOST)
    told = [await _story(store, pair) for pair in (*won, *lost)]
    kept = fitting(told, BUDGET)
    gains = tuple(story for story in kept if story.after.success)
    return Stories(gains, tuple(story for story in kept if not story.after.success))


def varied(pairs: Sequence[Pair], count: int) -> list[Pair]:
    """The first `count`, taking turns among templates and no task twice."""
    by_template: defaultdict[str, list[Pair]] = defaultdict(list)
    tasks: set[str] = set()
    for pair in pairs:
        if pair.after.task_id not in tasks:
            tasks.add(pair.after.task_id)
            by_template[pair.after.record].append(pair)
    rounds = max(map(len, by_template.values()), default=0)
    turns = [queue[at] for at in range(rounds) for queue in by_template.values() if at < len(queue)]
    return turns[:count]


def fitting(stories: Sequence[Story], budget: int) -> list[Story]:
    """The stories in order, without those whose pictures would exceed `budget` bytes."""
    kept, used = [], 0
    for story in stories:
        size = sum(len(f.picture or b"") for side in (story.before, story.after) for f in side.frames)
        if used + size <= budget:
            kept.append(story)
            used += size
    return kept


def _ordered() -> list[Kind]:
    return sorted(KINDS, key=lambda kind: PREFERRED.index(kind.name))


async def _pairs(store: SqlStore, kind: Kind, finished: set[str]) -> list[Pair]:
    names = kind.evaluation("before"), kind.evaluation("after")
    if not finished.issuperset(names):
        return []
    before = {(member.task_id, member.index): member for member in await store.members(names[0])}
    after = await store.members(names[1])
    return [
        Pair(kind, before[place], member)
        for member in after
        if (place := (member.task_id, member.index)) in before
    ]


async def _story(store: SqlStore, pair: Pair) -> Story:
    ids = pair.before.trajectory_id, pair.after.trajectory_id
    found = await store.trajectories(ids)
    task = await store.task(pair.after.task_id)
    sides = [
        await asyncio.to_thread(_side, store, found[key], success)
        for key, success in zip(ids, (pair.before.success, pair.after.success), strict=True)
    ]
    instruction = plain(task.instruction, INSTRUCTION)
    return Story(plain(pair.after.record, 60), instruction, pair.kind, *sides)


def _side(store: SqlStore, episode: Trajectory, success: bool) -> Side:
    verdict = episode.verdict
    return Side(
        success=success,
        score=0.0 if verdict is None else verdict.score,
        end=ENDS.get(episode.status, episode.status.value),
        reason="" if verdict is None else plain(verdict.reason, REASON),
        frames=tuple(frame(store.blobs, turn) for turn in episode.turns[:FRAMES]),
        more=max(0, len(episode.turns) - FRAMES),
    )
