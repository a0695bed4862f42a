"""One moment of a run, as the live view shows it."""

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scalecua.config.tree import Config
from scalecua.launch import estimate
from scalecua.recipe.clock import Clock
from scalecua.recipe.evaluation import KINDS, When
from scalecua.recipe.folder import RunFolder
from scalecua.recipe.metrics import read_updates
from scalecua.store.live import Live, Standing
from scalecua.store.prefilter import INITIAL
from scalecua.store.sql import SqlStore

Phase = Literal["starting", "before", "initial", "training", "after"]
WHEN: tuple[When, ...] = ("before", "after")
WINDOW_S = 30.0
RECENT_S = 60.0


@dataclass(frozen=True, slots=True)
class Moment:
    """`done` of `total`, in episodes of an evaluation or in updates; `left_s` is the time to the end of the
    run, or (`phase_only`) of the phase, None while unknown. `evaluating` says which evaluation is under way,
    and `measured` how it stands. `rows` are the metrics of the updates so far.
    """

    phase: Phase
    done: float
    total: int
    evaluating: str
    measured: Standing | None
    rows: Sequence[Mapping[str, Any]]
    turns_per_s: float
    busy: int
    desktops: int
    failures: int
    seconds: float
    left_s: float | None
    phase_only: bool


class Observer:
    """Looks at a run again and again; reads its files only when an update was committed."""

    def __init__(self, config: Config, folder: RunFolder, store: SqlStore, clock: Clock) -> None:
        self._config = config
        self._folder = folder
        self._store = store
        self._clock = clock
        self._rows: list[dict[str, Any]] = []
        self._commits: list[float] = []
        self._done = 0.0
        self._ended: deque[tuple[float, int]] = deque()

    async def look(self) -> Moment:
        """The moment of now."""
        live = await self._store.live(WINDOW_S)
        if live.counts.updates != len(self._commits):
            commits = await self._store.commits()
            self._commits = list(commits.values())
            self._rows = read_updates(self._folder, commits)
        phase = _phase(live)
        evaluating, measured = _current(live, phase)
        done, total = self._progress(live, phase)
        return Moment(
            phase=phase,
            done=done,
            total=total,
            evaluating=evaluating,
            measured=measured,
            rows=self._rows,
            turns_per_s=live.turns / WINDOW_S,
            busy=live.counts.leases.get("held", 0),
            desktops=self._config.desktop.count,
            failures=sum(live.counts.failures.values()),
            seconds=self._clock.seconds,
            left_s=self._left(live, phase, done, total),
            phase_only=phase != "training" and phase != "after",
        )

    def _progress(self, live: Live, phase: Phase) -> tuple[float, int]:
        if phase != "training":
            parts = _of(live, phase)
            return sum(part.ended for part in parts), sum(part.episodes for part in parts)
        iterations = self._config.learner.iterations
        fraction = live.played / live.drawn if live.counts.draws > live.counts.updates else 0.0
        # Draws overlap where staleness is allowed; a bar does not go back for that.
        self._done = max(self._done, min(iterations, live.counts.updates + fraction))
        return self._done, iterations

    def _left(self, live: Live, phase: Phase, done: float, total: int) -> float | None:
        if phase == "training":
            rollouts = self._config.rollout
            before = sum(s.episodes for name, s in live.evaluations.items() if "_before" in name)
            return estimate.training(done, total, self._commits, before, rollouts.batch * rollouts.n)
        now, ended = time.monotonic(), int(done)
        if self._ended and ended < self._ended[-1][1]:
            self._ended.clear()
        self._ended.append((now, ended))
        while now - self._ended[0][0] > RECENT_S:
            self._ended.popleft()
        then, earlier = self._ended[0]
        return estimate.at_pace(total - ended, ended - earlier, now - then)


def _phase(live: Live) -> Phase:
    """What the store says is going on."""
    if _of(live, "after"):
        return "after"
    if not (before := _of(live, "before")):
        return "starting"
    if _under_way(before):
        return "before"
    return "initial" if _under_way(_of(live, "initial")) else "training"


def _under_way(parts: Sequence[Standing]) -> bool:
    return any(part.ended < part.episodes for part in parts)


def _current(live: Live, phase: Phase) -> tuple[str, Standing | None]:
    """The label and the standing of the evaluation that is under way; none in training."""
    labels = {kind.evaluation(when): kind.label for kind in KINDS for when in WHEN} | {INITIAL: "every task"}
    for name, label in labels.items():
        found = live.evaluations.get(name)
        if found is not None and _belongs(name, phase) and found.ended < found.episodes:
            return label, found
    return "", None


def _of(live: Live, phase: Phase) -> list[Standing]:
    return [found for name, found in live.evaluations.items() if _belongs(name, phase)]


def _belongs(evaluation: str, phase: Phase) -> bool:
    return evaluation == INITIAL if phase == "initial" else evaluation.startswith(f"success_{phase}")
