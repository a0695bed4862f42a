"""Turns as they are shown to people: the screenshot with what was done drawn on it, and the same in words.

Everything that a model, a task or a desktop wrote passes `plain` on its way in, and is escaped where it is
shown: all three may be hostile.
"""

from dataclasses import dataclass

from scalecua.core.errors import StoreError
from scalecua.core.observation import Blobs
from scalecua.core.trajectory import Status, Turn
from scalecua.evaluate.plain import plain
from scalecua.recipe.marks import picture
from scalecua.recipe.wording import words

CAPTION = 140
ENDS = {
    Status.DONE: "said it was done",
    Status.ANSWERED: "answered",
    Status.DECLARED_INFEASIBLE: "declared it infeasible",
    Status.TRUNCATED: "ran out of turns",
    Status.MALFORMED: "made no sense any more",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """One turn: its screenshot as WebP (None: lost), what was done there, and what was wrong with it."""

    picture: bytes | None
    captions: tuple[str, ...]
    error: str


def frame(blobs: Blobs, turn: Turn) -> Frame:
    """A turn whose screenshot is among the blobs."""
    seen = turn.observation
    try:
        data: bytes | None = blobs.get(seen.screenshot)
    except StoreError:
        data = None
    drawn = None if data is None else picture(data, (seen.width, seen.height), turn.actions)
    said = "" if turn.completion is None else turn.completion.text
    told = [words(action) for action in turn.actions] or [said]
    captions = tuple(plain(text, CAPTION) for text in told if text.strip())
    return Frame(drawn, captions, plain(_fault(turn), CAPTION))


def _fault(turn: Turn) -> str:
    """What was wrong with the answer; empty where nothing was."""
    if turn.error is not None:
        return turn.error
    refused = any(not (result.performed or result.duplicate) for result in turn.results)
    return "the desktop refused it" if refused else ""
