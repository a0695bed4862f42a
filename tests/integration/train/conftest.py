import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scalecua.algo.loss import KL, Normalise, Objective
from scalecua.algo.segmentation import SlidingWindow
from scalecua.config.learner import LearnerSection
from scalecua.config.policy import PolicySection
from scalecua.core.action import Done, LeftClick
from scalecua.core.batch import Batch, Group
from scalecua.core.completion import Sampling
from scalecua.core.observation import Observation
from scalecua.core.trajectory import Origin, Status, Trajectory, Turn
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.model import create
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL
from scalecua.policy.stream import Stream
from scalecua.train.learner import GRPOLearner

SCREEN = (96, 64)


class MemoryBlobs:
    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.kept[digest] = data
        return digest

    def get(self, digest: str) -> bytes:
        return self.kept[digest]


@dataclass
class World:
    """A tiny policy, and episodes that it plays on noise."""

    folder: Path
    blobs: MemoryBlobs = field(default_factory=MemoryBlobs)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def __post_init__(self) -> None:
        self.processor = Processor.load(self.folder)
        self.family = Qwen3VL(self.processor)
        self.window = SlidingWindow(keep=1, drop=1)

    def look(self) -> Observation:
        file = io.BytesIO()
        Image.fromarray(self.rng.integers(0, 255, (*SCREEN[::-1], 3), dtype=np.uint8)).save(file, "JPEG")
        return Observation(self.blobs.put(file.getvalue()), *SCREEN)

    def demonstration(self, number: int) -> tuple[str, Trajectory]:
        width, height = SCREEN
        point = LeftClick(int(self.rng.integers(width)), int(self.rng.integers(height)))
        turns = (Turn(self.look(), None, (point,)), Turn(self.look(), None, (Done(),)))
        return f"Click on {number}", trajectory(f"demo{number}", "g", turns, origin="demonstration")

    async def episode(
        self,
        engine: TransformersEngine,
        name: str,
        group: str,
        *,
        turns: int = 2,
        window: SlidingWindow | None = None,
        temperature: float = 1.0,
        max_tokens: int = 10,
    ) -> Trajectory:
        """What a token agent does, without a desktop."""
        stream = Stream(self.family, window or self.window)
        played: list[Turn] = []
        for turn in range(turns):
            observation = self.look()
            feedback = f"feedback {turn}" if turn else ""
            if turn == 0:
                stream.start("Do what is asked", observation)
            else:
                stream.observe(observation, feedback)
            sampling = Sampling(
                temperature,
                max_tokens,
                forbidden=self.processor.forbidden,
                seed=int(self.rng.integers(2**31)),
            )
            completion = await engine.complete(stream.view(), sampling, session=name)
            stream.append(completion)
            played.append(Turn(observation, completion, feedback=feedback))
        return trajectory(name, group, tuple(played), temperature=temperature)

    async def batch(
        self, engine: TransformersEngine, rewards: Sequence[Sequence[float]], *, turns: int = 2
    ) -> Batch:
        """One group for each tuple of rewards; advantages are those of GRPO."""
        groups = []
        for number, row in enumerate(rewards):
            played = [
                await self.episode(engine, f"t{number}-{i}", f"g{number}", turns=turns)
                for i in range(len(row))
            ]
            spread = float(np.std(row))
            advantages = [(r - float(np.mean(row))) / spread if spread else 0.0 for r in row]
            groups.append(group(f"g{number}", played, advantages))
        return Batch(0, tuple(groups))

    def learner(self, folder: Path | None = None, *, kl: float = 0.0, **section: object) -> GRPOLearner:
        return GRPOLearner(
            folder or self.folder,
            family=self.family,
            segmentation=self.window,
            blobs=self.blobs,
            section=LearnerSection.model_validate({"lr": 1e-3, **section}),
            objective=Objective(kl=KL(coefficient=kl)),
            normalise=Normalise(),
            seed=0,
        )


def trajectory(
    name: str, group: str, turns: tuple[Turn, ...], *, origin: Origin = "rollout", temperature: float = 1.0
) -> Trajectory:
    return Trajectory(
        name,
        "task",
        group,
        0,
        f"l{name}",
        origin,
        0,
        Sampling(temperature, 10),
        9,
        turns,
        Status.DONE,
        reward=1.0,
    )


def group(
    name: str, played: Sequence[Trajectory], advantages: Sequence[float], *, filtered: bool = False
) -> Group:
    return Group(name, "task", "task", "Do what is asked", tuple(played), tuple(advantages), filtered)


@pytest.fixture(autouse=True)
def _one_thread(one_thread: None) -> None:
    """Sums come out the same on every machine."""


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train") / "tiny"
    create(folder, seed=1, max_pixels=SCREEN[0] * SCREEN[1])
    return folder


@pytest.fixture
def world(tiny: Path) -> World:
    return World(tiny)


@pytest.fixture
def engine(world: World) -> Iterator[TransformersEngine]:
    made = TransformersEngine(world.folder, world.processor, world.blobs, PolicySection(max_batch=8))
    yield made
    made.close()
