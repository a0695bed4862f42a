"""Perform the actions of one turn, up to an end or a refusal."""

from collections.abc import Sequence
from dataclasses import dataclass

from scalecua.core.action import Action, Answer, End, Infeasible, points
from scalecua.core.desktop import Desktop
from scalecua.core.errors import DesktopError
from scalecua.core.trajectory import ActResult, Status

NOT_PERFORMED = ActResult(performed=False, duplicate=False, settled=False, cursor=(0, 0), elapsed_ms=0.0)


@dataclass(frozen=True, slots=True)
class Performed:
    """A result for each action that was sent or refused; `end` is the one that ended the episode."""

    results: tuple[ActResult, ...] = ()
    end: End | None = None
    refused: str | None = None


async def perform(desktop: Desktop, actions: Sequence[Action], *, key: str, settle_s: float) -> Performed:
    """Send the actions one after another under the keys `{key}:0`, `{key}:1`, …

    What an agent asked for and cannot have (a pixel off the screen, an unknown key name) is refused, and the
    rest of its turn with it; only a fault of the desktop itself raises.
    """
    results: list[ActResult] = []
    for index, action in enumerate(actions):
        if isinstance(action, End):
            return Performed(tuple(results), end=action)
        reason = _off_screen(action, desktop.size)
        if reason is None:
            try:
                result = await desktop.act(action, key=f"{key}:{index}", settle_s=settle_s)
            except DesktopError as error:
                if error.failure is not None:
                    raise
                result, reason = NOT_PERFORMED, str(error)
            else:
                reason = None if result.performed or result.duplicate else "the desktop refused it"
        else:
            result = NOT_PERFORMED
        results.append(result)
        if reason is not None:
            return Performed(tuple(results), refused=reason)
    return Performed(tuple(results))


def ending(end: End) -> tuple[Status, str]:
    """The status an end gives the trajectory, and the answer in words."""
    if isinstance(end, Answer):
        return Status.ANSWERED, end.text
    if isinstance(end, Infeasible):
        return Status.DECLARED_INFEASIBLE, end.reason
    return Status.DONE, ""


def _off_screen(action: Action, size: tuple[int, int]) -> str | None:
    width, height = size
    for x, y in points(action):
        if not (0 <= x < width and 0 <= y < height):
            return f"({x}, {y}) is off the screen of {width} x {height} pixels"
    return None
