"""What a starter template is: a named draw of variants, each a task in the making."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from scalecua.core.errors import TaskError
from scalecua.core.task import Task

Split = Literal["train", "heldout"]
Step = Mapping[str, Any]
HELDOUT_ONE_IN = 4
DRAWS = 400


@dataclass(frozen=True, slots=True)
class Variant:
    """One draw: what is asked, how it starts, how it is judged, and steps that solve it."""

    instruction: str
    setup: tuple[Step, ...]
    judge: Mapping[str, Any]
    steps: tuple[Step, ...]

    def digest(self, template: str) -> str:
        """A name for exactly this variant."""
        content = [template, self.instruction, self.setup, self.judge]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def split(self, template: str) -> Split:
        """The split it belongs to, whatever seed drew it: one in four is held out."""
        return "heldout" if int(self.digest(template)[:8], 16) % HELDOUT_ONE_IN == 0 else "train"


@dataclass(frozen=True, slots=True)
class Template:
    """`draw` makes a variant from a generator; `max_turns` leaves room for one slip."""

    name: str
    domain: str
    apps: tuple[str, ...]
    max_turns: int
    draw: Callable[[Random], Variant]

    def tasks(self, split: Split, seed: int) -> Iterator[Task]:
        """The distinct variants of a split in the order of the seed; TaskError once it finds no more."""
        rng, seen = Random(f"{self.name}/{split}/{seed}"), set[str]()
        while True:
            for _ in range(DRAWS):
                variant = self.draw(rng)
                digest = variant.digest(self.name)
                if digest not in seen and variant.split(self.name) == split:
                    break
            else:
                raise TaskError(f"template {self.name} has {len(seen)} variants in {split}; ask for fewer")
            yield self._task(variant, split, len(seen), digest)
            seen.add(digest)

    def _task(self, variant: Variant, split: Split, number: int, digest: str) -> Task:
        return Task(
            id=f"starter-{self.name}-{digest[:12]}",
            instruction=variant.instruction,
            domain=self.domain,
            apps=self.apps,
            snapshot="default",
            setup=variant.setup,
            judge=variant.judge,
            max_turns=self.max_turns,
            source="starter",
            metadata={
                "template": self.name,
                "record": self.name,
                "split": split,
                "variant": number,
                "solution": {"steps": list(variant.steps), "end": {"kind": "done"}},
            },
        )
