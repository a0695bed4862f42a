"""What a starter template is: a named draw of variants, each a task in the making."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Literal

from scalecua.core.errors import TaskError
from scalecua.core.task import Task

Split = Literal["train", "heldout", "unseen"]
Step = Mapping[str, Any]
HELDOUT_ONE_IN = 4
DRAWS = 400
LONG = 4


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake and its recovery: before step `at` (from 0), `wrong` is played and then `repair`."""

    at: int
    wrong: tuple[Step, ...]
    repair: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """One draw: what is asked, how it starts, how it is judged, and steps that solve it.

    `alternatives` are other ways that are right as well; `slips` are ways to go wrong that can be mended.
    """

    instruction: str
    setup: tuple[Step, ...]
    judge: Mapping[str, Any]
    steps: tuple[Step, ...]
    alternatives: tuple[tuple[Step, ...], ...] = ()
    slips: tuple[Slip, ...] = ()

    def digest(self, template: str) -> str:
        """A name for exactly this variant."""
        content = [template, self.instruction, self.setup, self.judge]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @property
    def max_turns(self) -> int:
        """Turns for the steps, the end, and one slip; two slips where there are LONG steps or more."""
        return len(self.steps) + 1 + (2 if len(self.steps) >= LONG else 1)


@dataclass(frozen=True, slots=True)
class Template:
    """`draw` makes a variant from a generator. One that is not `trained` has variants in "unseen" alone."""

    name: str
    domain: str
    apps: tuple[str, ...]
    draw: Callable[[Random], Variant]
    trained: bool = True

    def tasks(self, split: Split, seed: int) -> Iterator[Task]:
        """The distinct variants of a split in the order of the seed; TaskError once it finds no more."""
        rng, seen = Random(f"{self.name}/{split}/{seed}"), set[str]()
        while True:
            for _ in range(DRAWS):
                variant = self.draw(rng)
                digest = variant.digest(self.name)
                if digest not in seen and self._split(digest) == split:
                    break
            else:
                raise TaskError(f"template {self.name} has {len(seen)} variants in {split}; ask for fewer")
            yield self._task(variant, split, len(seen), digest)
            seen.add(digest)

    def _split(self, digest: str) -> Split:
        """The split of a variant, whatever seed drew it: of a trained template, one in four is held out."""
        if not self.trained:
            return "unseen"
        return "heldout" if int(digest[:8], 16) % HELDOUT_ONE_IN == 0 else "train"

    def _task(self, variant: Variant, split: Split, number: int, digest: str) -> Task:
        return Task(
            id=f"starter-{self.name}-{digest[:12]}",
            instruction=variant.instruction,
            domain=self.domain,
            apps=self.apps,
            snapshot="default",
            setup=variant.setup,
            judge=variant.judge,
            max_turns=variant.max_turns,
            source="starter",
            metadata={
                "template": self.name,
                "record": self.name,
                "split": split,
                "variant": number,
                "solution": {
                    "steps": list(variant.steps),
                    "alternatives": [list(steps) for steps in variant.alternatives],
                    "end": {"kind": "done"},
                },
                "slips": [asdict(slip) for slip in variant.slips],
            },
        )
