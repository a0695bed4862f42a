"""The seam to a model family: how it is asked, how it answers, and which grid its points are on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from scalecua.core.action import Action
from scalecua.core.observation import Observation
from scalecua.core.view import TokenView
from scalecua.policy.processor import Processor


@dataclass(frozen=True, slots=True)
class Malformed:
    """An answer that names no action that could be performed; `reason` says why, without a full stop."""

    reason: str


@dataclass(frozen=True, slots=True)
class Look:
    """One observation with what came of the turn before it; `feedback` is untrusted text."""

    observation: Observation
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """An episode up to the next answer: one more look than answers; the `dropped` oldest looks are text."""

    instruction: str
    looks: tuple[Look, ...]
    answers: tuple[str, ...] = ()
    dropped: int = 0


class Family(Protocol):
    """One family with the processor of one checkpoint. Text from tasks and desktops never becomes a mark."""

    @property
    def processor(self) -> Processor:
        """Tokenizer and image rule."""

    @property
    def fingerprint(self) -> str:
        """Hash of processor and rendering: two streams are comparable only where it is the same."""

    def render(self, history: History) -> TokenView:
        """The whole prompt for the next answer."""

    def follow(self, look: Look) -> TokenView:
        """What `look` adds after a finished answer, up to the next one: a tail of `render`."""

    def finish(self, ids: Sequence[int]) -> tuple[int, ...]:
        """What is missing at the end of sampled ids for the answer to be over: nothing, or the end token."""

    def answer(self, text: str) -> tuple[int, ...]:
        """The canonical ids of an answer, end token included."""

    def read(self, ids: Sequence[int]) -> str:
        """The text of sampled ids, end token left out."""

    def thought(self, text: str) -> str:
        """What an answer says before its actions, as `format` takes it; empty where it says nothing."""

    def format(self, actions: Sequence[Action], thought: str, screen: tuple[int, int]) -> str:
        """The text in which this family says these actions; `screen` is its width and height in pixels."""

    def parse(
        self, text: str, screen: tuple[int, int], pointer: tuple[int, int] | None = None
    ) -> tuple[Action, ...] | Malformed:
        """The actions of an answer in screen pixels; `pointer` is where the mouse is, if that is known."""
