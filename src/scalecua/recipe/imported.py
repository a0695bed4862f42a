"""Trajectories to imitate from elsewhere: the successes of another run, or a file anyone can write.

A file has one JSON object a line: `{"instruction": "...", "turns": [{"screenshot": "a.png", "actions": [...],
"thought": "...", "feedback": "..."}]}`; screenshots lie beside it, actions are in pixels of their screenshot.
"""

import io
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scalecua.config.load import load
from scalecua.config.tree import Config
from scalecua.core.action import Action
from scalecua.core.completion import Sampling
from scalecua.core.errors import ConfigError, boundary
from scalecua.core.observation import Blobs, Observation
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.policy.family import Family
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder
from scalecua.train.material import Demonstration


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class WrittenTurn(_Closed):
    """One line's turn: `mistake` marks what is shown and not to be imitated."""

    screenshot: Path
    actions: tuple[Action, ...] = Field(min_length=1)
    thought: str = ""
    feedback: str = ""
    mistake: bool = False


class Written(_Closed):
    """One line: a whole episode."""

    instruction: str = Field(min_length=1)
    turns: tuple[WrittenTurn, ...] = Field(min_length=1)


async def demonstrations(source: Path, family: Family, blobs: Blobs) -> list[Demonstration]:
    """Every success of the run in folder `source`, or every episode of the file; pictures go to `blobs`.

    Evaluations are left out: what measures is never trained on. ConfigError if there is nothing.
    """
    found = await _of_run(source, family, blobs) if source.is_dir() else list(_of_file(source, blobs))
    if not found:
        raise ConfigError(f"{source} holds no successful trajectory to imitate")
    return found


async def _of_run(source: Path, family: Family, blobs: Blobs) -> list[Demonstration]:
    folder = RunFolder(source)
    if not folder.config.exists():
        raise ConfigError(f"{source} is no run folder ({folder.config.name} is missing) and no .jsonl file")
    config: Config = load([folder.config])
    theirs = assemble.blobs(config, folder)
    store = assemble.store(config, folder)
    try:
        successes = await store.successes()
    finally:
        store.close()
    for _, trajectory in successes:
        for turn in trajectory.turns:
            blobs.put(theirs.get(turn.observation.screenshot))
    return [(task.instruction, said(trajectory, family)) for task, trajectory in successes]


def said(trajectory: Trajectory, family: Family) -> Trajectory:
    """A trajectory as a demonstration: what was meant, in the words of `family`, whoever sampled it.

    Answers that could not be read are shown as mistakes.
    """
    turns: list[Turn] = []
    for turn in trajectory.turns:
        thought = turn.thought if turn.completion is None else family.thought(turn.completion.text)
        turns.append(replace(turn, completion=None, thought=thought))
    return replace(trajectory, turns=tuple(turns))


def _of_file(source: Path, blobs: Blobs) -> Iterator[Demonstration]:
    with boundary(ConfigError, f"{source} cannot be read"):
        lines = source.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            written = Written.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the line"
            raise ConfigError(f"{source}:{number}: {place}: {first['msg']}") from error
        turns = [_turn(turn, source, number, blobs) for turn in written.turns]
        yield written.instruction, _trajectory(turns)


def _turn(written: WrittenTurn, source: Path, number: int, blobs: Blobs) -> Turn:
    path = source.parent / written.screenshot
    with boundary(ConfigError, f"{source}:{number}: screenshot {written.screenshot}"):
        data = path.read_bytes()
        width, height = Image.open(io.BytesIO(data)).size
    look = Observation(blobs.put(data), width, height)
    return Turn(
        look,
        None,
        written.actions,
        thought=written.thought,
        feedback=written.feedback,
        mistake=written.mistake,
    )


def _trajectory(turns: Sequence[Turn]) -> Trajectory:
    name = uuid.uuid4().hex
    return Trajectory(
        id=name,
        task_id=name,
        group_id=name,
        index=0,
        lease_id=name,
        origin="demonstration",
        seed=0,
        sampling=Sampling(1.0, 1),
        max_turns=len(turns),
        turns=tuple(turns),
        status=Status.DONE,
    )
