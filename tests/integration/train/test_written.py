import io
from pathlib import Path
from typing import Any

from PIL import Image

from scalecua.core.action import Action, Done, LeftClick, Type
from scalecua.core.completion import Sampling
from scalecua.core.observation import Observation
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.recipe.imported import demonstrations
from scalecua.recipe.written import append
from scalecua.store.blobs import FileBlobs

TURNS: tuple[tuple[tuple[Action, ...], str, str, bool], ...] = (
    ((LeftClick(5, 6, modifiers=("ctrl",)),), "", "", False),
    ((Type("é你\n"),), "what for", "a click was refused", True),
    ((Done(),), "", "", False),
)


def episode(blobs: FileBlobs) -> Trajectory:
    turns = []
    for number, (actions, thought, feedback, mistake) in enumerate(TURNS):
        out = io.BytesIO()
        Image.new("RGB", (64, 48), (number, 0, 0)).save(out, "JPEG")
        look = Observation(blobs.put(out.getvalue()), 64, 48)
        turns.append(Turn(look, None, actions, thought=thought, feedback=feedback, mistake=mistake))
    sampling = Sampling(0.0, 1)
    return Trajectory("a", "t", "g", 0, "l", "demonstration", 0, sampling, 3, tuple(turns), Status.DONE)


async def test_what_is_written_is_read_back(world: Any, tmp_path: Path) -> None:
    blobs, others = FileBlobs(tmp_path / "mine"), FileBlobs(tmp_path / "theirs")
    made = episode(blobs)
    file = tmp_path / "deep" / "episodes.jsonl"
    append(file, "Do it.", made, blobs)
    append(file, "Do it again.", made, blobs)
    read = await demonstrations(file, world.family, others)
    assert [instruction for instruction, _ in read] == ["Do it.", "Do it again."]
    for _, trajectory in read:
        for before, after in zip(made.turns, trajectory.turns, strict=True):
            assert after.actions == before.actions
            assert (after.thought, after.feedback, after.mistake) == (
                before.thought,
                before.feedback,
                before.mistake,
            )
            assert others.get(after.observation.screenshot) == blobs.get(before.observation.screenshot)
