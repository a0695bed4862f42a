"""What a warm start learns from: demonstrations as segments, and the exercises their screens offer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import torch
from torch import Tensor

from scalecua.algo.segmentation.cut import Segmentation
from scalecua.core.observation import Observation
from scalecua.core.segment import Segment
from scalecua.core.trajectory import Trajectory, Turn
from scalecua.core.view import ImageRef
from scalecua.policy.family import Family
from scalecua.policy.model.vision import Images
from scalecua.policy.stream import replay
from scalecua.train import drills
from scalecua.train.pointing import Pointer, copies, pointers
from scalecua.train.reading import Labels, covered, inked, labels
from scalecua.train.widgets import Widget, widgets

Demonstration = tuple[str, Trajectory]


@dataclass(frozen=True, slots=True)
class Example:
    """A segment to imitate, and what its answers point at."""

    segment: Segment
    pointers: tuple[Pointer, ...]

    @property
    def tokens(self) -> int:
        """Tokens trained."""
        return sum(self.segment.mask)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one step learns from: segments, and pictures to be read besides."""

    examples: Sequence[Example]
    screens: Sequence[ImageRef]


class Material:
    """Demonstrations of one split; `examples` are their segments, the rest is drawn on demand."""

    def __init__(
        self,
        demonstrations: Sequence[Demonstration],
        family: Family,
        segmentation: Segmentation,
        images: Images,
    ) -> None:
        self._family = family
        self._images = images
        self._segmentation = segmentation
        looks = {
            t.observation.screenshot: t.observation for _, played in demonstrations for t in played.turns
        }
        self._widgets = {name: seen for name, look in looks.items() if (seen := _widgets(look))}
        self._looks = {name: replace(look, tree=None) for name, look in looks.items()}
        self._targets = {name: drills.targets(seen) for name, seen in self._widgets.items()}
        self._plain = [(told, self._bare(played.turns)) for told, played in demonstrations]
        self._words = sorted(set[str]().union(*(drills.spoken(turns) for _, turns in self._plain)))

    @cached_property
    def examples(self) -> list[Example]:
        """Every segment of every demonstration."""
        return [example for told, turns in self._plain for example in self._examples(told, turns)]

    @cached_property
    def labels(self) -> Labels:
        """What can be read on each screenshot whose tree is known."""
        processor = self._family.processor
        return {name: labels(seen, self._looks[name], processor) for name, seen in self._widgets.items()}

    def pointing(self, count: int, shown: Sequence[ImageRef], rng: Random) -> list[Example]:
        """Exercises of pointing on those of the pictures `shown` that have something to point at."""
        screens = sorted({image.sha256 for image in shown if self._targets.get(image.sha256)})
        found: list[Example] = []
        for _ in range(count if screens else 0):
            name = rng.choice(screens)
            told, turn = drills.pointing(self._looks[name], rng.choice(self._targets[name]))
            found += self._examples(told, (turn,))
        return found

    def blind(self, count: int, rng: Random) -> list[Example]:
        """Demonstrations as text."""
        drawn = (rng.choice(self._plain) for _ in range(count))
        made = (drills.blind(told, turns, self._family, self._words, rng) for told, turns in drawn)
        return [self._heard(segment) for segment in made if segment is not None]

    def screens(self, count: int, rng: Random) -> list[ImageRef]:
        """Pictures to be read and nothing else."""
        names = list(self.labels)
        processor = self._family.processor
        found: list[ImageRef] = []
        for name in rng.choices(names, k=count) if names else ():
            grid = processor.grid(self._looks[name].width, self._looks[name].height)
            found.append(ImageRef(name, grid, 0, processor.rule.tokens(grid)))
        return found

    def copying(self, count: int, rng: Random) -> list[Example]:
        """Exercises of typing words that are asked for."""
        if not self._words:
            return []
        look = next(iter(self._looks.values()))
        return [self._heard(drills.copying(look, self._family, self._words, rng)) for _ in range(count)]

    def _examples(self, told: str, turns: Sequence[Turn]) -> list[Example]:
        made = replay(turns, told, self._family, self._segmentation).close()
        processor = self._family.processor
        return [
            Example(
                segment,
                (*pointers(turns, segment, processor, self._written), *copies(segment, processor)),
            )
            for segment in made
        ]

    def _heard(self, segment: Segment) -> Example:
        return Example(segment, copies(segment, self._family.processor))

    def _written(self, image: ImageRef, point: tuple[int, int]) -> Tensor | None:
        """The visual tokens that show the name of the widget at a pixel."""
        boxes = [widget for widget in self._widgets.get(image.sha256, ()) if widget.holds(point)]
        if not boxes:
            return None
        box = min(boxes, key=lambda widget: widget.area)
        inside = covered(box, self._looks[image.sha256], self._family.processor).reshape(-1)
        shown = torch.from_numpy(inside) & inked(self._images, image)
        return shown if bool(shown.any()) else None

    def _bare(self, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """Turns without the trees, which are large and read already."""
        return tuple(replace(turn, observation=self._looks[turn.observation.screenshot]) for turn in turns)


def _widgets(look: Observation) -> tuple[Widget, ...]:
    return () if look.tree is None else widgets(look.tree, (look.width, look.height))
