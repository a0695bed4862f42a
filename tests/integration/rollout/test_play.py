"""The agent loop on a live desktop: how episodes end, what they keep, and what becomes of faults."""

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from scalecua.algo.reward.penalised import Penalised
from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.action import Action, Answer, Infeasible, Key, LeftClick, Type
from scalecua.core.agent import Agent
from scalecua.core.completion import Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.desktop.pool import LocalPool
from scalecua.policy.stream import StreamFull
from scalecua.rollout.play import play
from scalecua.rollout.reference import ReferenceAgent
from scalecua.rollout.scripted import NullAgent, ScriptedAgent
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.starter import tasks

pytestmark = pytest.mark.desktops
SAMPLING = Sampling(temperature=1.0, max_tokens=8)
WRITE = {"type": "write_file", "parameters": {"path": "~/a.txt", "content": "a"}}
JUDGE = {
    "func": "exact_match",
    "result": {"type": "vm_file", "path": "~/a.txt"},
    "expected": {"type": "rule", "rules": {"expected": "a"}},
}
TASK = Task("t", "Do nothing.", "test", (), "default", (WRITE,), JUDGE, 4, "test")


@pytest.fixture
async def desktop() -> AsyncIterator[Desktop]:
    section = DesktopSection(snapshots={"default": Snapshot(width=640, height=480)}, count=1)
    async with LocalPool(section) as pool, pool.lease("default") as desktop:
        yield desktop


@pytest.fixture
def blobs(tmp_path: Path) -> FileBlobs:
    return FileBlobs(tmp_path)


class Babbler:
    """Answers what nobody can read, `wrong` times; then it is done."""

    def __init__(self, wrong: int) -> None:
        self._wrong = wrong
        self.told: list[str] = []

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        self.told = []

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        self.told.append(feedback)
        if len(self.told) <= self._wrong:
            return Turn(observation, None, (LeftClick(1, 1),), error="no action found")
        return await NullAgent().turn(observation, feedback)


class Stuck(NullAgent):
    """Never answers."""

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        await asyncio.sleep(3600)
        raise AssertionError


class Full(NullAgent):
    """Looks twice, then has no room for another prompt."""

    def __init__(self) -> None:
        self._looks = 0

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        self._looks += 1
        if self._looks > 2:
            raise StreamFull("the next prompt does not fit")
        return Turn(observation, None, (LeftClick(1, 1),))


class Broken(NullAgent):
    """Has a bug."""

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        raise ZeroDivisionError("bug")


class Saboteur(ScriptedAgent):
    """Ends the desktop's X server before its second turn."""

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        await super().start(task, desktop, seed=seed, sampling=sampling)
        self._desktop = desktop

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        if self._next == 1:
            await self._desktop.launch(["sh", "-c", "kill -9 -1"])
            await asyncio.sleep(0.5)
        return await super().turn(observation, feedback)


async def run(
    desktop: Desktop, blobs: FileBlobs, agent: Agent, task: Task = TASK, *, turns: int = 4, **limits: Any
) -> Trajectory:
    lease = Lease("L", task, "G", 2, "rollout", 7, turns, SAMPLING, time.time() + 60)
    return await play(
        task,
        desktop,
        agent,
        blobs=blobs,
        judge=OSWorldJudge(blobs),
        lease=lease,
        settle_s=0.3,
        reward=Penalised(),
        **limits,
    )


def failed(played: Trajectory, failure: Failure, *said: str) -> None:
    assert (played.status, played.failure) == (Status.FAILED, failure), played.detail
    assert (played.verdict, played.reward, played.final_state) == (None, None, None)
    assert [text for text in said if text not in played.detail] == []


async def test_a_done_episode_is_judged_and_keeps_what_it_saw(desktop: Desktop, blobs: FileBlobs) -> None:
    played = await run(desktop, blobs, ScriptedAgent([[LeftClick(9, 9), Key(("esc",))]]))
    assert (played.status, played.reward, played.failure) == (Status.DONE, 1.0, None)
    assert played.verdict is not None
    assert (played.group_id, played.index, played.lease_id, played.seed) == ("G", 2, "L", 7)
    first, last = played.turns
    assert blobs.get(first.observation.screenshot).startswith(b"\xff\xd8")
    assert (first.observation.width, first.observation.height) == (640, 480)
    assert [result.performed for result in first.results] == [True, True]
    assert first.results[0].cursor == (9, 9)
    assert last.results == ()
    assert set(played.timings) == {"setup", "start", "observe", "think", "act", "judge"}
    assert first.timings.act > 0
    assert played.final_state is not None
    assert blobs.get(played.final_state.files["result-1-a.txt"]) == b"a"


async def test_ends_in_words(desktop: Desktop, blobs: FileBlobs) -> None:
    answered = await run(desktop, blobs, ScriptedAgent([[Answer("42")]]))
    assert (answered.status, answered.reward) == (Status.ANSWERED, 1.0)
    assert answered.final_state is not None
    assert answered.final_state.answer == "42"
    impossible = dataclasses.replace(TASK, judge={"func": "infeasible"})
    declared = await run(desktop, blobs, ScriptedAgent([[Infeasible("no")]]), impossible)
    assert (declared.status, declared.reward) == (Status.DECLARED_INFEASIBLE, 1.0)
    assert (await run(desktop, blobs, NullAgent(), impossible)).reward == 0.0


async def test_out_of_turns_is_judged_and_penalised(desktop: Desktop, blobs: FileBlobs) -> None:
    played = await run(desktop, blobs, ScriptedAgent([[Key(("esc",))]] * 9), turns=2)
    assert (played.status, len(played.turns)) == (Status.TRUNCATED, 2)
    assert played.reward == pytest.approx(0.8)


async def test_out_of_room_for_tokens_is_judged_and_penalised(desktop: Desktop, blobs: FileBlobs) -> None:
    played = await run(desktop, blobs, Full())
    assert (played.status, len(played.turns)) == (Status.TRUNCATED, 2)
    assert played.reward == pytest.approx(0.8)


async def test_three_unreadable_answers_in_a_row_give_up(desktop: Desktop, blobs: FileBlobs) -> None:
    agent = Babbler(wrong=9)
    played = await run(desktop, blobs, agent, turns=8)
    assert (played.status, len(played.turns)) == (Status.MALFORMED, 3)
    assert played.reward == pytest.approx(0.8)
    assert all(turn.results == () and turn.error for turn in played.turns)
    assert agent.told[0] == ""
    assert "no action found" in agent.told[1]
    assert [turn.feedback for turn in played.turns] == agent.told


async def test_two_unreadable_answers_do_not(desktop: Desktop, blobs: FileBlobs) -> None:
    agent = Babbler(wrong=2)
    played = await run(desktop, blobs, agent)
    assert (played.status, played.reward) == (Status.DONE, 1.0)


async def test_refusals_are_told_and_the_episode_goes_on(desktop: Desktop, blobs: FileBlobs) -> None:
    turns: list[list[Action]] = [[LeftClick(640, 0)], [Key(("nokey",))], [Type("x")]]
    played = await run(desktop, blobs, ScriptedAgent(turns))
    assert played.status is Status.DONE
    assert "(640, 0) is off the screen of 640 x 480" in played.turns[1].feedback
    assert "nokey" in played.turns[2].feedback
    assert played.turns[3].feedback == ""


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"type": "execute", "parameters": {"command": "echo no >&2; exit 3", "shell": True}}, "returned 3"),
        ({"type": "launch", "parameters": {"command": ["no-such-program"]}}, "no-such-program"),
        ({"type": "fly", "parameters": {}}, "'fly'"),
        ({"type": "wait_window", "parameters": {"title": "Nowhere", "timeout_s": 0.2}}, "Nowhere"),
    ],
)
async def test_a_failing_setup_is_no_zero(desktop: Desktop, blobs: FileBlobs, step: Any, said: str) -> None:
    played = await run(desktop, blobs, NullAgent(), dataclasses.replace(TASK, setup=(WRITE, step)))
    failed(played, Failure.SETUP, "step 2", said)
    assert played.turns == ()


async def test_a_desktop_that_dies_is_no_zero(desktop: Desktop, blobs: FileBlobs) -> None:
    agent = Saboteur([[Key(("esc",))]] * 3)
    played = await run(desktop, blobs, agent)
    assert (played.status, played.verdict, played.reward) == (Status.FAILED, None, None)
    assert played.failure in (Failure.CRASH, Failure.GUEST, Failure.HANG)
    assert len(played.turns) == 1


async def test_faults_of_judge_agent_and_time_are_no_zeros(desktop: Desktop, blobs: FileBlobs) -> None:
    unknown = dataclasses.replace(TASK, judge={**JUDGE, "func": "no_such_metric"})
    failed(await run(desktop, blobs, NullAgent(), unknown), Failure.JUDGE, "no_such_metric")
    failed(await run(desktop, blobs, Broken()), Failure.ENGINE, "think, turn 1", "ZeroDivisionError: bug")
    failed(await run(desktop, blobs, Stuck(), limit_s=1.0), Failure.TIMEOUT, "1 s", "think")


async def test_cancellation_passes(desktop: Desktop, blobs: FileBlobs) -> None:
    playing = asyncio.create_task(run(desktop, blobs, Stuck()))
    await asyncio.sleep(0.3)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


async def test_a_reference_whose_widget_is_nowhere_scores_zero_and_says_so(
    desktop: Desktop, blobs: FileBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scalecua.rollout.reference.FIND_S", 0.2)
    solution = {"steps": [{"find": {"name": "Nothing"}}]}
    task = dataclasses.replace(TASK, setup=(), metadata={"solution": solution})
    played = await run(desktop, blobs, ReferenceAgent(), task)
    assert (played.status, played.verdict and played.verdict.score) == (Status.MALFORMED, 0.0)
    assert "Nothing" in str(played.turns[-1].error)


async def test_a_reference_solves_a_starter_task(desktop: Desktop, blobs: FileBlobs) -> None:
    (task,) = tasks("train", 1, 0, ("checkbox",))
    played = await run(desktop, blobs, ReferenceAgent(), task)
    assert (played.status, played.reward, len(played.turns)) == (Status.DONE, 1.0, 3)
    ran = dataclasses.replace(TASK, setup=(), metadata={"solution": {"steps": [{"execute": ["false"]}]}})
    assert (await run(desktop, blobs, ReferenceAgent(), ran)).status is Status.MALFORMED
