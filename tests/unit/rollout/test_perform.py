"""One turn's actions: keys, ends, and what is refused without ending the episode."""

from typing import Any, cast

import pytest

from scalecua.core.action import Action, Answer, Done, Infeasible, Key, LeftClick, LeftClickDrag
from scalecua.core.desktop import Desktop
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.core.trajectory import ActResult, Status
from scalecua.rollout.perform import ending, perform

DONE = ActResult(True, False, True, (1, 2), 3.0)


class Recorder:
    """A 100 x 50 screen that notes what it is sent, or raises."""

    size = (100, 50)

    def __init__(self, error: Exception | None = None) -> None:
        self.sent: list[tuple[str, Any]] = []
        self._error = error

    async def act(self, action: Action, *, key: str, settle_s: float) -> ActResult:
        self.sent.append((key, action))
        if self._error is not None:
            raise self._error
        return DONE


async def run(recorder: Recorder, *actions: Action) -> Any:
    return await perform(cast(Desktop, recorder), actions, key="L:4", settle_s=0.1)


async def test_every_action_has_its_own_key_and_an_end_is_not_sent() -> None:
    recorder = Recorder()
    done = await run(recorder, LeftClick(99, 49), Key(("a",)), Done(), Key(("b",)))
    assert recorder.sent == [("L:4:0", LeftClick(99, 49)), ("L:4:1", Key(("a",)))]
    assert (done.results, done.end, done.refused) == ((DONE, DONE), Done(), None)


@pytest.mark.parametrize(
    "action", [LeftClick(100, 0), LeftClick(0, 50), LeftClickDrag(0, 0, 100, 0), LeftClickDrag(0, 50, 0, 0)]
)
async def test_a_pixel_off_the_screen_is_refused_and_stops_the_turn(action: Action) -> None:
    recorder = Recorder()
    done = await run(recorder, action, Done())
    assert recorder.sent == []
    assert done.end is None
    assert "off the screen of 100 x 50" in done.refused
    assert [result.performed for result in done.results] == [False]


async def test_what_the_guest_refuses_is_the_agents_affair() -> None:
    done = await run(Recorder(DesktopError("unknown key 'hyperr'")), Key(("hyperr",)))
    assert "hyperr" in done.refused


async def test_what_breaks_the_guest_raises() -> None:
    with pytest.raises(DesktopError):
        await run(Recorder(DesktopError("gone", failure=Failure.CRASH)), Key(("a",)))


def test_endings() -> None:
    assert ending(Done()) == (Status.DONE, "")
    assert ending(Answer("42")) == (Status.ANSWERED, "42")
    assert ending(Infeasible("no")) == (Status.DECLARED_INFEASIBLE, "no")
