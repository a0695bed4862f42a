"""The arrays of one open stream, and how they become a segment."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scalecua.core.completion import Completion
from scalecua.core.errors import PolicyError
from scalecua.core.segment import Segment, TurnSpan
from scalecua.core.view import ImageRef, TokenView

UNVERSIONED = -1


@dataclass(slots=True)
class Tape:
    """Ids with mask, log-probabilities and versions of the same length, grown at the end only."""

    ids: list[int] = field(default_factory=list)
    mask: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    images: list[ImageRef] = field(default_factory=list)
    turns: list[TurnSpan] = field(default_factory=list)

    def context(self, view: TokenView) -> None:
        """Append untrained ids; the view's images are moved to where it lands."""
        shift = len(self.ids)
        self.images += [replace(i, start=i.start + shift, stop=i.stop + shift) for i in view.images]
        self._grow(view.token_ids, 0, [0.0] * len(view.token_ids), [UNVERSIONED] * len(view.token_ids))

    def answer(
        self, ids: Sequence[int], logprobs: Sequence[float], versions: Sequence[int], turn: int
    ) -> None:
        """Append the trained ids of a turn; an answer of no ids leaves no span."""
        if not ids:
            return
        self.turns.append(TurnSpan(turn, len(self.ids), len(self.ids) + len(ids)))
        self._grow(ids, 1, logprobs, versions)

    def view(self) -> TokenView:
        """What an engine is asked to go on from."""
        return TokenView(tuple(self.ids), tuple(self.images))

    def untrained(self) -> "Tape":
        """The same ids as the start of another stream."""
        tape = Tape()
        tape.context(self.view())
        return tape

    def segment(self, index: int, fingerprint: str, reason: str) -> Segment | None:
        """The stream up to its last trained token; None where there is none."""
        if 1 not in self.mask:
            return None
        stop = len(self.mask) - self.mask[::-1].index(1)
        return Segment(
            trajectory_id="",
            group_id="",
            index=index,
            token_ids=tuple(self.ids[:stop]),
            mask=tuple(self.mask[:stop]),
            logprobs=tuple(self.logprobs[:stop]),
            versions=tuple(self.versions[:stop]),
            images=tuple(image for image in self.images if image.stop <= stop),
            turns=tuple(self.turns),
            processor=fingerprint,
            reason=reason,
        )

    def _grow(
        self, ids: Sequence[int], mask: int, logprobs: Sequence[float], versions: Sequence[int]
    ) -> None:
        self.ids += ids
        self.mask += [mask] * len(ids)
        self.logprobs += logprobs
        self.versions += versions


def sampled(completion: Completion, turn: int) -> tuple[Sequence[float], Sequence[int]]:
    """Log-probabilities and policy version of every token of a completion; PolicyError if any lacks one."""
    count = len(completion.token_ids)
    logprobs = completion.logprobs
    if logprobs is not None and len(logprobs) != count:
        raise PolicyError(f"turn {turn}: {count} sampled tokens came with {len(logprobs)} log-probabilities")
    versions = [UNVERSIONED] * count
    reached = 0
    for span in completion.versions:
        if span.start != reached or not span.start <= span.stop <= count:
            raise PolicyError(
                f"turn {turn}: policy versions {completion.versions} do not tile {count} tokens"
            )
        versions[span.start : span.stop] = [span.version] * (span.stop - span.start)
        reached = span.stop
    if logprobs is not None and reached != count:
        raise PolicyError(f"turn {turn}: token {reached} of {count} has no policy version")
    return logprobs if logprobs is not None else [0.0] * count, versions
