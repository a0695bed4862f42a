from pathlib import Path
from typing import Any

import pytest

from scalecua.core.completion import Sampling
from scalecua.core.errors import PolicyError
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.stream import Stream
from scalecua.train.imitation import Imitation, Progress, imitate


async def test_eight_demonstrations_are_learnt_by_heart(
    world: Any, engine: TransformersEngine, tmp_path: Path
) -> None:
    demonstrations = [world.demonstration(number) for number in range(8)]
    reports: list[Progress] = []
    outcome = imitate(
        world.folder,
        tmp_path / "warm",
        demonstrations,
        family=world.family,
        segmentation=world.window,
        blobs=world.blobs,
        options=Imitation(steps=50, batch=8, held_out=0, report_every=25),
        progress=reports.append,
    )
    assert [report.step for report in reports] == [25, 50]
    assert reports[0].loss > 5 * reports[1].loss
    assert outcome.last.loss < 0.1
    assert outcome.last.held_out_loss is None
    manifest = checkpoint.verify(tmp_path / "warm")
    assert manifest is not None
    assert manifest.weights_sha256 == outcome.sha256
    from scalecua.core.engine import WeightSource

    await engine.load(0, WeightSource(outcome.path, outcome.sha256))
    right = 0
    for instruction, played in demonstrations:
        stream = Stream(world.family, world.window)
        stream.start(instruction, played.turns[0].observation)
        greedy = Sampling(0.0, 40, forbidden=world.processor.forbidden)
        answer = await engine.complete(stream.view(), greedy, session="")
        screen = (played.turns[0].observation.width, played.turns[0].observation.height)
        said = world.family.read(answer.token_ids)
        right += world.family.parse(said, screen) == played.turns[0].actions
    assert right >= 6


def test_the_same_arguments_give_the_same_weights_and_a_split_is_held_out(world: Any, tmp_path: Path) -> None:
    demonstrations = [world.demonstration(number) for number in range(10)]

    def run(name: str, **options: Any) -> Any:
        return imitate(
            world.folder,
            tmp_path / name,
            demonstrations,
            family=world.family,
            segmentation=world.window,
            blobs=world.blobs,
            options=Imitation(**{"steps": 6, "batch": 4, "held_out": 0.2, **options}),
        )

    first = run("a")
    assert run("b").sha256 == first.sha256
    assert run("c", seed=1).sha256 != first.sha256
    split = run("d", token_budget=64)
    assert split.last.loss == pytest.approx(first.last.loss, rel=1e-3)
    assert first.last.held_out_loss == pytest.approx(split.last.held_out_loss, rel=1e-3)
    assert run("e", seconds=0.0).last.step == 1


def test_nothing_to_imitate_is_refused(world: Any, tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no demonstration"):
        imitate(
            world.folder,
            tmp_path / "x",
            [],
            family=world.family,
            segmentation=world.window,
            blobs=world.blobs,
        )
    assert not (tmp_path / "x").exists()
