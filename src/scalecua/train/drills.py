"""Short exercises made of demonstrations: point at any named widget, and say what to type without looking.

A demonstration points at one widget of a screen; accessibility names them all. And which words to type is
learned from text alone, with the words exchanged, many times faster than behind pictures. Warm start only.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from scalecua.core.action import Action, LeftClick, Type, points
from scalecua.core.observation import Observation
from scalecua.core.segment import Segment, TurnSpan
from scalecua.core.trajectory import Turn
from scalecua.policy.family import Family, History, Look
from scalecua.policy.processor import Processor
from scalecua.policy.tape import Tape
from scalecua.train.widgets import CLICKABLE, Widget

ASKS: Mapping[str, str] = {
    "push-button": "Press the {} button.",
    "check-box": "Check {}.",
    "menu": "Open {}.",
    "menu-item": "Open {}.",
}
ASK = "Choose {}."
COPIED = (1, 10)


def targets(found: Sequence[Widget]) -> tuple[Widget, ...]:
    """The widgets of a screen that a name tells apart and a click may be meant for."""
    names = [widget.name for widget in found]
    return tuple(w for w in found if w.role in CLICKABLE and names.count(w.name) == 1)


def pointing(observation: Observation, widget: Widget) -> tuple[str, Turn]:
    """An instruction to click a widget, and the turn that does it."""
    x, y = widget.centre
    told = ASKS.get(widget.role, ASK).format(widget.name)
    return told, Turn(observation, None, (LeftClick(x, y),), thought=widget.name)


def blind(
    instruction: str, turns: Sequence[Turn], family: Family, words: Sequence[str], rng: Random
) -> Segment | None:
    """A demonstration without its pictures: which action comes next, what it names, and what it types.

    Coordinates are not trained. Words that are typed or named and stand in the instruction are exchanged for
    others of `words`, the same everywhere. Text that the instruction does not foretell is not trained either;
    None where nothing is left.
    """
    exchange = _exchange(instruction, turns, words, rng)
    history = History(_swap(instruction, exchange), (), dropped=len(turns))
    tape = Tape()
    for number, turn in enumerate(turns):
        history = replace(history, looks=(*history.looks, Look(turn.observation, turn.feedback)))
        prompt = family.render(history)
        tape.context(replace(prompt, token_ids=prompt.token_ids[len(tape.ids) :]))
        screen = (turn.observation.width, turn.observation.height)
        actions = tuple(_swapped(action, exchange) for action in turn.actions)
        answer = family.format(actions, _swap(turn.thought, exchange), screen)
        ids = family.answer(answer)
        tape.answer(ids, [0.0] * len(ids), [0] * len(ids), number)
        _mask(tape, turn, instruction, family)
        history = replace(history, answers=(*history.answers, answer))
    return tape.segment(0, family.fingerprint, "blind")


def copying(look: Observation, family: Family, words: Sequence[str], rng: Random) -> Segment:
    """Several words of `words`, asked for without a picture, and typed."""
    text = " ".join(rng.sample(words, rng.randint(COPIED[0], min(COPIED[1], len(words)))))
    tape = Tape()
    tape.context(family.render(History(f"Enter {text}.", (Look(look),), dropped=1)))
    ids = family.answer(family.format((Type(text),), "", (look.width, look.height)))
    tape.answer(ids, [0.0] * len(ids), [0] * len(ids), 0)
    segment = tape.segment(0, family.fingerprint, "copying")
    assert segment is not None
    return segment


def spoken(turns: Sequence[Turn]) -> set[str]:
    """The words that are typed, and the numbers that are named."""
    typed = {w for turn in turns for a in turn.actions if isinstance(a, Type) for w in a.text.split()}
    return typed | {turn.thought for turn in turns if turn.thought.isdigit()}


def opening(ids: Sequence[int], span: TurnSpan, processor: Processor) -> int:
    """Where the first call of an answer begins, after its thought; `ids` are those of the whole segment."""
    answer = range(span.start, span.stop)
    return next((i for i in answer if "{" in processor.decode([ids[i]])), span.start)


def _mask(tape: Tape, turn: Turn, instruction: str, family: Family) -> None:
    """Untrain what cannot be known: a mistake whole, a text unheard of, the digits of a point."""
    span: TurnSpan = tape.turns[-1]
    unheard = any(isinstance(a, Type) and not _heard(a.text, instruction) for a in turn.actions)
    pointed = any(points(action) for action in turn.actions)
    call = opening(tape.ids, span, family.processor)
    for place in range(span.start, span.stop):
        digit = pointed and place > call and family.processor.decode([tape.ids[place]]).isdigit()
        if turn.mistake or unheard or digit:
            tape.mask[place] = 0


def _heard(text: str, instruction: str) -> bool:
    return all(word in instruction for word in text.split())


def _exchange(instruction: str, turns: Sequence[Turn], words: Sequence[str], rng: Random) -> dict[str, str]:
    known = set(words)
    said = [turn.thought for turn in turns]
    said += [action.text for turn in turns for action in turn.actions if isinstance(action, Type)]
    found = [w for text in said for w in text.split() if w in known and re.search(rf"\b{w}\b", instruction)]
    mine = list(dict.fromkeys(found))
    return dict(zip(mine, rng.sample(sorted(known), len(mine)), strict=True))


def _swap(text: str, exchange: Mapping[str, str]) -> str:
    return re.sub(r"\w+", lambda match: exchange.get(match[0], match[0]), text)


def _swapped(action: Action, exchange: Mapping[str, str]) -> Action:
    return replace(action, text=_swap(action.text, exchange)) if isinstance(action, Type) else action
