"""The qwen3vl family: its conversation as ids, and its answers as text."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scalecua.core.action import Action
from scalecua.core.view import TokenView
from scalecua.policy.family import History, Look, Malformed
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl.parse import parse
from scalecua.policy.qwen3vl.prompt import Style, system
from scalecua.policy.qwen3vl.say import say, thought
from scalecua.policy.render import Mark, Part, Picture, marked, tokens
from scalecua.policy.tokenizer import (
    IM_END,
    IM_START,
    THINK,
    THINK_END,
    TOOL_CALL,
    TOOL_CALL_END,
    TOOL_RESPONSE,
    TOOL_RESPONSE_END,
)

RENDERING = "qwen3vl-1"
REMOVED = "(screenshot removed)"
_SPOKEN = (TOOL_CALL, TOOL_CALL_END, THINK, THINK_END)


@dataclass(frozen=True, eq=False)
class Qwen3VL:
    """`style` "compact" has a system message of a few tokens, for tiny models; "full" the whole signature."""

    processor: Processor
    style: Style = "compact"

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the processor, the style, and the version of this rendering."""
        content = f"{RENDERING}/{self.style}/{self.processor.fingerprint}/{system(self.style)}"
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def render(self, history: History) -> TokenView:
        """System message, the task behind its first screenshot, then answers and observations in turn."""
        return tokens(self._conversation(history), self.processor)

    def follow(self, look: Look) -> TokenView:
        """The line break after an answer, the observation, and the opening of the next answer."""
        return tokens(_observation(look, dropped=False), self.processor)

    def finish(self, ids: Sequence[int]) -> tuple[int, ...]:
        """`<|im_end|>` where the sampled ids do not end in it."""
        stop = self.processor.stop_id
        return () if ids and ids[-1] == stop else (stop,)

    def answer(self, text: str) -> tuple[int, ...]:
        """An answer in canonical tokens; `<tool_call>` and `<think>` are marks, anything else is text."""
        return tokens([*marked(text, _SPOKEN), Mark(IM_END)], self.processor).token_ids

    def read(self, ids: Sequence[int]) -> str:
        """What was said, `<|im_end|>` left out."""
        ended = bool(ids) and ids[-1] == self.processor.stop_id
        return self.processor.decode(ids[:-1] if ended else ids)

    def thought(self, text: str) -> str:
        """The line before the first tool call, without `Action:`."""
        return thought(text)

    def format(self, actions: Sequence[Action], thought: str, screen: tuple[int, int]) -> str:
        """One tool call an action, behind one `Action:` line if there is a thought."""
        return say(actions, thought, screen)

    def parse(
        self, text: str, screen: tuple[int, int], pointer: tuple[int, int] | None = None
    ) -> tuple[Action, ...] | Malformed:
        """Every call of an answer, in order; one bad call makes the whole answer malformed."""
        return parse(text, screen, pointer)

    def _conversation(self, history: History) -> Iterator[Part]:
        yield Mark(IM_START)
        yield "system\n"
        yield from marked(system(self.style), (TOOL_CALL, TOOL_CALL_END))
        yield Mark(IM_END)
        yield "\n"
        yield Mark(IM_START)
        yield "user\n"
        yield _screenshot(history.looks[0], history.dropped > 0)
        yield f"\n{history.instruction}"
        yield from _opening()
        for number, answer in enumerate(history.answers):
            yield from marked(answer, _SPOKEN)
            yield Mark(IM_END)
            if number + 1 < len(history.looks):
                yield from _observation(history.looks[number + 1], history.dropped > number + 1)


def _observation(look: Look, dropped: bool) -> Iterator[Part]:
    yield "\n"
    yield Mark(IM_START)
    yield "user\n"
    yield Mark(TOOL_RESPONSE)
    yield f"\n{look.feedback}\n" if look.feedback else "\n"
    yield _screenshot(look, dropped)
    yield "\n"
    yield Mark(TOOL_RESPONSE_END)
    yield from _opening()


def _screenshot(look: Look, dropped: bool) -> Part:
    return REMOVED if dropped else Picture(look.observation)


def _opening() -> Iterator[Part]:
    """The end of a user message and the beginning of the answer to it."""
    yield Mark(IM_END)
    yield "\n"
    yield Mark(IM_START)
    yield "assistant\n"
