"""The token-ID stream of an episode (ScaleCUA, Algorithm 2): sampled ids are kept, never tokenised again.

The live agent and the replay of a stored trajectory run through the same class, so that what is trained
is what was sampled. Each answer is trained in one segment, and is context in every later one.
"""

from collections.abc import Sequence
from dataclasses import replace

from scalecua.algo.segmentation.cut import Cut, Segmentation
from scalecua.core.completion import Completion
from scalecua.core.errors import PolicyError
from scalecua.core.observation import Observation
from scalecua.core.segment import Segment
from scalecua.core.trajectory import Trajectory, Turn
from scalecua.core.view import TokenView
from scalecua.policy.family import Family, History, Look
from scalecua.policy.tape import UNVERSIONED, Tape, sampled


class StreamFull(PolicyError):
    """The next turn would not fit into the longest sequence allowed: the episode ends as truncated."""


class Stream:
    """One episode as ids. Call `start`, then `append` and `observe` in turn, then `close`.

    `limit` bounds the ids of a prompt plus the `reserve` ids kept free for its answer.
    """

    def __init__(
        self, family: Family, segmentation: Segmentation, *, limit: int | None = None, reserve: int = 0
    ) -> None:
        self._family = family
        self._segmentation = segmentation
        self._limit = limit
        self._reserve = reserve
        self._history = History("", ())
        self._tape = Tape()
        self._opened = 0
        self._closed: list[Segment] = []

    def start(self, instruction: str, observation: Observation) -> None:
        """Open the stream with the task and the first screenshot; StreamFull if they alone are too long."""
        if self._history.looks:
            raise PolicyError("a stream is started once; make another for another episode")
        history = History(instruction, (Look(observation),))
        prompt = self._family.render(history)
        self._check_fits(len(prompt.token_ids))
        self._tape.context(prompt)
        self._history = history

    def view(self) -> TokenView:
        """The prompt of the next answer."""
        self._next_turn("a prompt")
        return self._tape.view()

    def append(self, completion: Completion) -> None:
        """Add a sampled answer, to be trained unless it was aborted."""
        turn = self._next_turn("an answer")
        misplaced = set(completion.token_ids) & set(self._family.processor.forbidden)
        if misplaced:
            raise PolicyError(
                f"turn {turn}: the answer holds ids {sorted(misplaced)}, which are never sampled"
            )
        logprobs, versions = sampled(completion, turn)
        if completion.finish == "abort":
            self._tape.context(TokenView(completion.token_ids, ()))
        else:
            self._tape.answer(completion.token_ids, logprobs, versions, turn)
        self._answered(self._family.read(completion.token_ids))

    def demonstrate(self, text: str, *, trained: bool = True) -> None:
        """Add an answer that no policy sampled, in the family's own tokens."""
        turn = self._next_turn("an answer")
        ids = self._family.answer(text)
        if trained:
            self._tape.answer(ids, [0.0] * len(ids), [UNVERSIONED] * len(ids), turn)
        else:
            self._tape.context(TokenView(ids, ()))
        self._answered(text)

    def observe(self, observation: Observation, feedback: str) -> None:
        """Add the next screenshot, closing a segment where the segmentation asks for it.

        StreamFull if the prompt would not fit; the stream is then as it was, and can be closed.
        """
        history, ids = self._history, self._tape.ids
        if not history.looks or len(history.answers) != len(history.looks):
            raise PolicyError("a screenshot follows an answer, and the first one comes by start")
        look = Look(observation, feedback)
        grown = replace(history, looks=(*history.looks, look))
        more = self._finished(self._family.follow(look))
        cut = self._segmentation(
            images=len(grown.looks) - history.dropped,
            tokens=len(ids) + len(more.token_ids),
            turns=len(history.answers) - self._opened,
        )
        if cut is None:
            self._check_fits(len(ids) + len(more.token_ids))
            self._tape.context(more)
            self._history = grown
        else:
            self._cut(cut, grown, more)

    def close(
        self, *, trajectory_id: str = "", group_id: str = "", advantage: float = 0.0
    ) -> tuple[Segment, ...]:
        """Every segment with a trained token, in order. What followed the last answer is left out."""
        last = self._tape.segment(len(self._closed), self._family.fingerprint, "end")
        found = (*self._closed, last) if last else tuple(self._closed)
        return tuple(
            replace(s, trajectory_id=trajectory_id, group_id=group_id, advantage=advantage) for s in found
        )

    def _cut(self, cut: Cut, grown: History, more: TokenView) -> None:
        """Close the open stream and go on in a fresh one that trains nothing of what was."""
        if cut.fork:
            seen = len(grown.looks) - 1
            grown = replace(grown, dropped=min(seen, grown.dropped + cut.drop))
            fresh = Tape()
            fresh.context(self._family.render(grown))
        elif cut.drop:
            raise PolicyError(f"a cut that drops {cut.drop} screenshots must fork: {cut}")
        else:
            fresh = self._tape.untrained()
            fresh.context(more)
        self._check_fits(len(fresh.ids))
        segment = self._tape.segment(len(self._closed), self._family.fingerprint, cut.reason)
        if segment is not None:
            self._closed.append(segment)
        self._tape, self._history, self._opened = fresh, grown, len(grown.answers)

    def _finished(self, more: TokenView) -> TokenView:
        """`more` behind what the last answer still lacks: its end token, where it was cut by length."""
        ending = self._family.finish(self._tape.ids)
        moved = (replace(i, start=i.start + len(ending), stop=i.stop + len(ending)) for i in more.images)
        return TokenView((*ending, *more.token_ids), tuple(moved))

    def _answered(self, text: str) -> None:
        self._history = replace(self._history, answers=(*self._history.answers, text))

    def _next_turn(self, what: str) -> int:
        """The number of the turn whose answer is awaited."""
        turn = len(self._history.answers)
        if len(self._history.looks) != turn + 1:
            raise PolicyError(f"{what} needs a screenshot that was not answered yet")
        return turn

    def _check_fits(self, length: int) -> None:
        if self._limit is not None and length + self._reserve > self._limit:
            raise StreamFull(
                f"a prompt of {length} tokens and {self._reserve} for the answer are over the limit of "
                f"{self._limit}; raise the limit, or keep fewer or smaller screenshots"
            )


def segments(
    trajectory: Trajectory,
    instruction: str,
    family: Family,
    segmentation: Segmentation,
    *,
    advantage: float = 0.0,
) -> tuple[Segment, ...]:
    """The segments of a stored trajectory, made by the code that played it.

    A turn that nobody sampled (a demonstration) gets the family's own tokens for its actions.
    """
    return replay(trajectory.turns, instruction, family, segmentation).close(
        trajectory_id=trajectory.id, group_id=trajectory.group_id, advantage=advantage
    )


def replay(turns: Sequence[Turn], instruction: str, family: Family, segmentation: Segmentation) -> Stream:
    """The stream of turns that were played or written down, still open behind the last answer."""
    stream = Stream(family, segmentation)
    for number, turn in enumerate(turns):
        if number == 0:
            stream.start(instruction, turn.observation)
        else:
            stream.observe(turn.observation, turn.feedback)
        _replay(stream, turn, family)
    return stream


def _replay(stream: Stream, turn: Turn, family: Family) -> None:
    if turn.completion is not None:
        stream.append(turn.completion)
        return
    screen = (turn.observation.width, turn.observation.height)
    trained = bool(turn.actions) and not turn.mistake
    stream.demonstrate(family.format(turn.actions, turn.thought, screen), trained=trained)
