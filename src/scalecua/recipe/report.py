"""`report.json`: what the run achieved, at what cost, on which tasks.

All of it follows from the store, `metrics.jsonl` and the other files of the run folder, so that a run that
was killed and resumed, or a report that is built again, says the same.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scalecua import __version__
from scalecua.config.tree import Config
from scalecua.evaluate import frontier, timing
from scalecua.evaluate.comparison import compare
from scalecua.evaluate.summary import summarise
from scalecua.recipe import clock, evaluation
from scalecua.recipe.folder import RunFolder, write_atomically
from scalecua.recipe.metrics import read_updates
from scalecua.recipe.tasks import heldout, unseen
from scalecua.store.history import Played
from scalecua.store.progress import Counts, UpdateRewards
from scalecua.store.sql import SqlStore
from scalecua.tasks.fingerprint import task_set

CURVE = (
    *("entropy", "kl", "kl_reference", "clip_fraction", "invalid_fraction", "policy_success"),
    *("seconds", "wait_seconds"),
)


async def build(config: Config, folder: RunFolder, store: SqlStore) -> dict[str, Any]:
    """The whole report; of an unfinished run, what is known so far."""
    live = await store.live(0.0)
    evaluations = {
        name: summarise(await store.evaluation(name))
        for name, standing in live.evaluations.items()
        if name.startswith("success_") and standing.ended == standing.episodes
    }
    commits = await store.commits()
    updates = read_updates(folder, commits)
    moved = frontier.replay(await store.closed(), config.rollout.ema_alpha)
    return {
        **{name: found["success"] for name, found in evaluations.items()},
        "paired": await _paired(config, store, evaluations),
        "by_template": {name: found["by_template"] for name, found in evaluations.items()},
        "evaluation_failures": {name: found["failures"] for name, found in evaluations.items()},
        "learning_curve": learning_curve(updates, await store.rewards()),
        "frontier": moved,
        "set_aside": [asdict(record) for record in await store.set_aside()],
        "time": times(await store.played(), updates, commits),
        "counts": _counts(live.counts),
        "updates": updates,
        "stopped": stopped(folder),
        "best": (_stop(folder) or {}).get("best"),
        "finished": await evaluation.measured(config, store),
        "seconds": clock.read(folder.clock),
        "seed": config.seed,
        "task_set": task_set(heldout(config)),
        "task_set_unseen": task_set(unseen(config)),
        "version": __version__,
    }


def write(folder: RunFolder, report: Mapping[str, Any]) -> None:
    """Write the report of a finished run."""
    write_atomically(folder.report, json.dumps(report, indent=2, ensure_ascii=False) + "\n")


def learning_curve(
    updates: Sequence[Mapping[str, Any]], rewards: Sequence[UpdateRewards]
) -> list[dict[str, Any]]:
    """What each update was given, by the store, and what it did, by its metrics (null where it told none)."""
    told = {row["update"]: row for row in updates}
    return [
        {"update": given.update, "rollouts": given.rollouts, "success": given.success, "reward": given.reward}
        | {name: told[given.update].get(name) for name in CURVE}
        for given in rewards
        if given.update in told
    ]


def times(
    episodes: Sequence[Played], updates: Sequence[Mapping[str, Any]], commits: Mapping[int, float]
) -> dict[str, Any]:
    """Seconds that desktops were held, by part, in all and an episode; and the pace of the phases."""
    learning = {row["update"]: float(row.get("seconds") or 0.0) for row in updates}
    spans = [(commits[update] - seconds, commits[update]) for update, seconds in learning.items()]
    phases: dict[str, list[Played]] = {"before": [], "initial": [], "training": [], "after": []}
    for episode in episodes:
        phases[_phase(episode.evaluation)].append(episode)
    parts = timing.split(episodes)
    return {
        "parts": parts,
        "per_episode": {name: seconds / len(episodes) for name, seconds in parts.items() if episodes},
        "update": sum(learning.values()),
        "before": timing.pace(phases["before"]),
        "initial": timing.pace(phases["initial"]),
        "training": timing.pace(phases["training"], spans),
        "after": timing.pace(phases["after"]),
    }


def stopped(folder: RunFolder) -> str | None:
    """Why training ended early, in a sentence; None where it did not."""
    return None if (found := _stop(folder)) is None else str(found["reason"])


def _stop(folder: RunFolder) -> dict[str, Any] | None:
    if not folder.stopped.exists():
        return None
    found: dict[str, Any] = json.loads(folder.stopped.read_text(encoding="utf-8"))
    return found


async def _paired(config: Config, store: SqlStore, done: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for kind in evaluation.KINDS:
        before, after = kind.evaluation("before"), kind.evaluation("after")
        if before in done and after in done:
            sides = await store.members(before), await store.members(after)
            found[kind.name] = compare(*sides, config.seed)
    return found


def _phase(evaluation_name: str | None) -> str:
    """The phase an episode belongs to; other evaluations than ours are the initial pass."""
    if evaluation_name is None:
        return "training"
    named = (when for when in ("before", "after") if evaluation_name.startswith(f"success_{when}"))
    return next(named, "initial")


def _counts(counts: Counts) -> dict[str, Any]:
    """Without the times at which workers asked for work last: they go on asking."""
    return asdict(counts) | {"workers": sorted(counts.workers)}
