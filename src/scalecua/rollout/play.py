"""The one agent loop: set up, look, think, act, and judge the state that is left."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from scalecua.core.agent import Agent
from scalecua.core.desktop import Desktop
from scalecua.core.errors import ScaleCUAError
from scalecua.core.failure import Failure
from scalecua.core.judge import Judge
from scalecua.core.lease import Lease
from scalecua.core.observation import Blobs, Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Timings, Trajectory
from scalecua.core.verdict import Verdict
from scalecua.policy.stream import StreamFull
from scalecua.rollout.episode import Episode
from scalecua.rollout.feedback import feedback
from scalecua.rollout.perform import Performed, ending, perform
from scalecua.tasks.assets import Assets
from scalecua.tasks.collect import collect
from scalecua.tasks.scene import Scene
from scalecua.tasks.setup import run_setup

Reward = Callable[[Status, Verdict], float | None]
MALFORMED_LIMIT = 3
EPISODE_LIMIT_S = 1800.0


def unrewarded(status: Status, verdict: Verdict) -> None:
    """The reward of episodes that nobody trains on by it: none."""
    return


async def play(
    task: Task,
    desktop: Desktop,
    agent: Agent,
    *,
    blobs: Blobs,
    judge: Judge,
    lease: Lease,
    settle_s: float,
    reward: Reward,
    limit_s: float = EPISODE_LIMIT_S,
    trees: bool = False,
    assets: Assets | None = None,
) -> Trajectory:
    """Play one episode of `task` on a fresh desktop and judge it; with `trees`, keep what accessibility says
    of every screen beside its picture. `assets` is where its files by URL come from: by default the network,
    and a cache of what came from it.

    Infrastructure faults do not raise: they end the trajectory as failed, with class and detail, without
    verdict or reward. So does an episode that takes longer than `limit_s` seconds. Cancellation passes.
    """
    episode, scene = Episode(lease), Scene(desktop, assets or Assets())
    try:
        async with asyncio.timeout(limit_s):
            with episode.part("setup"):
                await run_setup(task, scene)
            with episode.part("start"):
                await agent.start(task, desktop, seed=lease.seed, sampling=lease.sampling)
            status, answer = await _turns(
                episode, desktop, agent, blobs=blobs, settle_s=settle_s, trees=trees
            )
            with episode.part("judge"):
                final = await collect(task, scene, status, answer, blobs)
                verdict = await judge(task, final)
                worth = reward(status, verdict)
            return episode.judged(final, verdict, worth)
    except ScaleCUAError as error:
        return episode.failed(error.failure, f"{type(error).__name__}: {error}")
    except TimeoutError:
        return episode.failed(
            Failure.TIMEOUT, f"the episode took longer than {limit_s:g} s; it was in: {episode.at}"
        )


async def _turns(
    episode: Episode, desktop: Desktop, agent: Agent, *, blobs: Blobs, settle_s: float, trees: bool
) -> tuple[Status, str]:
    """Turns until the agent ends, stops making sense, or runs out of turns or tokens: status and answer."""
    told, malformed = "", 0
    for number in range(episode.lease.max_turns):
        with episode.part("observe") as observe:
            observation = await look(desktop, blobs, tree=trees)
        try:
            with episode.part("think") as think:
                turn = await agent.turn(observation, told)
        except StreamFull:
            return Status.TRUNCATED, ""
        with episode.part("act") as act:
            key = f"{episode.lease.id}:{number}"
            actions = turn.actions if turn.error is None else ()
            done = await perform(desktop, actions, key=key, settle_s=settle_s)
        timings = Timings(observe.seconds, think.seconds, act.seconds)
        episode.turns.append(replace(turn, results=done.results, timings=timings, feedback=told))
        malformed = malformed + 1 if turn.error is not None else 0
        if (end := _ended(done, malformed)) is not None:
            return end
        told = feedback(malformed=turn.error, refused=done.refused)
    return Status.TRUNCATED, ""


async def look(desktop: Desktop, blobs: Blobs, *, tree: bool = False) -> Observation:
    """Take a screenshot and keep it, with the accessibility tree if asked; only its hash goes on."""
    picture = await desktop.screenshot()
    heard = await desktop.tree() if tree else None
    width, height = desktop.size
    return Observation(await asyncio.to_thread(blobs.put, picture), width, height, heard)


def _ended(done: Performed, malformed: int) -> tuple[Status, str] | None:
    if done.end is not None:
        return ending(done.end)
    return (Status.MALFORMED, "") if malformed >= MALFORMED_LIMIT else None
