from dataclasses import dataclass, field
from typing import cast

import pytest

from scalecua.algo.segmentation import SlidingWindow
from scalecua.core.action import Done, LeftClick
from scalecua.core.completion import Completion, Sampling, VersionSpan
from scalecua.core.desktop import Desktop
from scalecua.core.engine import EngineHealth, Loaded, PauseMode, WeightSource
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.core.view import TokenView
from scalecua.policy import tokenizer
from scalecua.policy.account import account
from scalecua.policy.image import ImageRule
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL
from scalecua.policy.stream import StreamFull, segments
from scalecua.rollout.token import TokenAgent, turn_seed

TASK = Task("t", "Press OK.", "os", (), "default", (), {}, 5, "test")
SAMPLING = Sampling(1.0, 40)
NOWHERE = cast(Desktop, None)


@dataclass
class ScriptedEngine:
    """Says what it is told, and keeps what it was asked."""

    family: Qwen3VL
    answers: list[str]
    aborts: int = 0
    asked: list[tuple[TokenView, Sampling, str]] = field(default_factory=list)

    async def complete(self, view: TokenView, sampling: Sampling, *, session: str) -> Completion:
        self.asked.append((view, sampling, session))
        if self.aborts:
            self.aborts -= 1
            return Completion((), (), "", "abort", ())
        ids = self.family.answer(self.answers.pop(0))
        return Completion(ids, (-0.5,) * len(ids), "", "stop", (VersionSpan(3, 0, len(ids)),))

    async def load(self, version: int, source: WeightSource) -> Loaded:
        return Loaded(version, source.sha256)

    async def pause(self, mode: PauseMode) -> None: ...

    async def resume(self) -> None: ...

    async def health(self) -> EngineHealth:
        return EngineHealth(3, 0, 0.0)


@pytest.fixture(scope="module")
def family() -> Qwen3VL:
    return Qwen3VL(Processor(tokenizer.build(), ImageRule(16, 1, 2, 1024, 20_480)))


def shot(number: int) -> Observation:
    return Observation(f"{number:064x}", 800, 640)


async def play(agent: TokenAgent, count: int, *, seed: int = 7) -> list[Turn]:
    await agent.start(TASK, NOWHERE, seed=seed, sampling=SAMPLING)
    turns: list[Turn] = []
    for number in range(count):
        feedback = "Your answer could not be read." if turns and turns[-1].error else ""
        turns.append(await agent.turn(shot(number), feedback))
    return turns


def click(family: Qwen3VL, x: int, y: int) -> str:
    return family.format((LeftClick(x, y),), "", (800, 640))


async def test_an_episode_is_asked_for_as_it_is_later_trained(family: Qwen3VL) -> None:
    engine = ScriptedEngine(
        family, [click(family, 10, 20), "what?", click(family, 30, 40), click(family, 5, 6), "ok"]
    )
    window = SlidingWindow(keep=1, drop=1)
    turns = await play(TokenAgent(family, window, engine), 5)
    assert [turn.actions for turn in turns] == [
        (LeftClick(10, 20),),
        (),
        (LeftClick(30, 40),),
        (LeftClick(5, 6),),
        (),
    ]
    assert [turn.error is not None for turn in turns] == [False, True, False, False, True]
    played = Trajectory("t", "t", "g", 0, "l", "rollout", 7, SAMPLING, 5, tuple(turns), Status.MALFORMED)
    found = segments(played, TASK.instruction, family, window)
    assert account(played, found).trained == sum(
        len(turn.completion.token_ids) for turn in turns if turn.completion
    )
    for segment in found:
        for span in segment.turns:
            assert segment.token_ids[: span.start] == engine.asked[span.turn][0].token_ids


async def test_seeds_and_forbidden_ids_are_the_agents_business(family: Qwen3VL) -> None:
    engine = ScriptedEngine(family, ["a", "b", "c"])
    await play(TokenAgent(family, SlidingWindow(), engine), 3, seed=11)
    assert [asked[1].seed for asked in engine.asked] == [turn_seed(11, n) for n in range(3)]
    assert all(asked[1].forbidden == family.processor.forbidden for asked in engine.asked)
    assert len({asked[2] for asked in engine.asked}) == 1
    assert len({turn_seed(s, n) for s in range(50) for n in range(50)}) == 2500
    assert all(0 <= turn_seed(s, 0) < 2**63 for s in (0, -1, 2**64))


async def test_feedback_is_in_the_prompt_and_in_the_turn(family: Qwen3VL) -> None:
    engine = ScriptedEngine(family, ["what?", "b"])
    turns = await play(TokenAgent(family, SlidingWindow(), engine), 2)
    assert turns[1].feedback == "Your answer could not be read."
    assert turns[1].feedback in family.processor.decode(engine.asked[1][0].token_ids)


async def test_a_scroll_without_a_point_happens_where_the_last_click_was(family: Qwen3VL) -> None:
    scroll = (
        '<tool_call>{"name": "computer_use", "arguments": {"action": "scroll", "pixels": -2}}</tool_call>'
    )
    turns = await play(
        TokenAgent(family, SlidingWindow(), ScriptedEngine(family, [click(family, 10, 20), scroll])), 2
    )
    (found,) = turns[1].actions
    assert (getattr(found, "x", None), getattr(found, "y", None)) == (10, 20)


async def test_an_aborted_answer_is_asked_again_and_leaves_no_trace(family: Qwen3VL) -> None:
    engine = ScriptedEngine(family, [family.format((Done(),), "", (800, 640))], aborts=2)
    (turn,) = await play(TokenAgent(family, SlidingWindow(), engine), 1)
    assert turn.actions == (Done(),)
    assert len({asked[0] for asked in engine.asked}) == 1
    with pytest.raises(PolicyError) as error:
        await play(TokenAgent(family, SlidingWindow(), ScriptedEngine(family, ["a"], aborts=9)), 1)
    assert error.value.failure is Failure.ENGINE


async def test_an_episode_longer_than_the_limit_says_so(family: Qwen3VL) -> None:
    engine = ScriptedEngine(family, ["a"] * 50)
    with pytest.raises(StreamFull, match="limit"):
        await play(TokenAgent(family, SlidingWindow(), engine, limit=1000), 50)
    longest = max(len(asked[0].token_ids) for asked in engine.asked)
    assert 800 < longest <= 1000 - SAMPLING.max_tokens


async def test_an_agent_can_play_again(family: Qwen3VL) -> None:
    engine = ScriptedEngine(family, ["a", "b"])
    agent = TokenAgent(family, SlidingWindow(), engine)
    await play(agent, 1)
    await play(agent, 1)
    assert engine.asked[0][0] == engine.asked[1][0]
    assert engine.asked[0][2] != engine.asked[1][2]
