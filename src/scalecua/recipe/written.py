"""Episodes as lines of a file, screenshots beside it: what `scalecua warmup --from FILE.jsonl` reads."""

from pathlib import Path

from scalecua.core.errors import StoreError, boundary
from scalecua.core.observation import Blobs
from scalecua.core.trajectory import Trajectory
from scalecua.recipe.imported import Written, WrittenTurn


def append(file: Path, instruction: str, trajectory: Trajectory, blobs: Blobs) -> None:
    """Add an episode; its screenshots go to a folder named after the file, by their sha256."""
    pictures = file.with_suffix("")
    turns = []
    with boundary(StoreError, f"cannot write {file}"):
        pictures.mkdir(parents=True, exist_ok=True)
        for turn in trajectory.turns:
            picture = pictures / f"{turn.observation.screenshot}.jpg"
            picture.write_bytes(blobs.get(turn.observation.screenshot))
            written = WrittenTurn(
                screenshot=picture.relative_to(file.parent),
                actions=turn.actions,
                thought=turn.thought,
                feedback=turn.feedback,
                mistake=turn.mistake,
            )
            turns.append(written)
        line = Written(instruction=instruction, turns=tuple(turns)).model_dump_json()
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{line}\n")
