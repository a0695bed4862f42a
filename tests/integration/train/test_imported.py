import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scalecua.config.dump import to_toml
from scalecua.config.load import load
from scalecua.core.action import Done, LeftClick
from scalecua.core.completion import Completion, VersionSpan
from scalecua.core.errors import ConfigError
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn
from scalecua.core.verdict import Verdict
from scalecua.policy import checkpoint
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder
from scalecua.recipe.imported import demonstrations
from scalecua.recipe.warmup import warm_up

TASK = Task("t1", "Press OK.", "os", (), "default", (), {}, 5, "test")


def written(folder: Path, *turns: dict[str, Any], **more: Any) -> Path:
    folder.mkdir(exist_ok=True)
    Image.new("RGB", (96, 64), "teal").save(folder / "a.png")
    episode = {"instruction": "Press OK.", "turns": list(turns), **more}
    (folder / "episodes.jsonl").write_text(json.dumps(episode) + "\n\n")
    return folder / "episodes.jsonl"


CLICK = {
    "screenshot": "a.png",
    "thought": "OK",
    "actions": [{"kind": "left_click", "x": 9, "y": 8}],
    "feedback": "",
}
DONE = {"screenshot": "a.png", "actions": [{"kind": "done"}]}


async def test_a_file_becomes_demonstrations(world: Any, tmp_path: Path) -> None:
    ((told, played),) = await demonstrations(written(tmp_path, CLICK, DONE), world.family, world.blobs)
    assert told == "Press OK."
    first, last = played.turns
    assert (first.actions, first.thought, last.actions) == ((LeftClick(9, 8),), "OK", (Done(),))
    assert (first.observation.width, first.observation.height) == (96, 64)
    assert world.blobs.get(first.observation.screenshot) == (tmp_path / "a.png").read_bytes()


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ({**CLICK, "actions": [{"kind": "press"}]}, r"jsonl:1: turns.0.actions.0"),
        ({**CLICK, "actions": []}, r"jsonl:1: turns.0.actions"),
        ({**CLICK, "why": 1}, r"jsonl:1: turns.0.why"),
        ({**CLICK, "screenshot": "b.png"}, r"jsonl:1: screenshot b.png"),
        ({**CLICK, "screenshot": "episodes.jsonl"}, r"jsonl:1: screenshot episodes.jsonl"),
    ],
)
async def test_a_wrong_line_is_named(world: Any, tmp_path: Path, turn: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        await demonstrations(written(tmp_path, turn), world.family, world.blobs)


async def test_nothing_to_imitate_and_no_run_are_said_so(world: Any, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("\n")
    with pytest.raises(ConfigError, match="no successful trajectory"):
        await demonstrations(tmp_path / "none.jsonl", world.family, world.blobs)
    with pytest.raises(ConfigError, match="no run folder"):
        await demonstrations(tmp_path, world.family, world.blobs)


async def test_a_runs_successes_are_imitated_in_the_familys_words(world: Any, tmp_path: Path) -> None:
    config = load([], ["warmup.steps=2"])
    folder = RunFolder(tmp_path / "run")
    folder.root.mkdir()
    folder.config.write_text(to_toml(config))
    store = assemble.store(config, folder)
    look = replace(world.look(), screenshot=assemble.blobs(config, folder).put(b"picture"))
    text = 'Action: OK\n<tool_call>\n{"name": "computer_use", "arguments": {}}\n</tool_call>'
    ids = tuple(world.processor.encode("12"))
    sampled = Completion(ids, (0.0,) * len(ids), text, "stop", (VersionSpan(0, 0, len(ids)),))
    turns = (Turn(look, sampled, (LeftClick(9, 8),)), Turn(look, None, (Done(),)))
    for number, score in enumerate((0.0, 1.0)):
        _, played = world.demonstration(number)
        played = replace(played, task_id="t1", turns=turns, verdict=Verdict(score, {}, ""))
        await store.add_demonstration(played, TASK)
    store.close()
    ((told, found),) = await demonstrations(folder.root, world.family, world.blobs)
    assert told == "Press OK."
    assert [(turn.completion, turn.thought) for turn in found.turns] == [(None, "OK"), (None, "")]
    assert world.blobs.get(look.screenshot) == b"picture"


async def test_the_warm_start_takes_trajectories_from_elsewhere(world: Any, tmp_path: Path) -> None:
    source = written(tmp_path / "given", CLICK, DONE)
    config = load(
        [],
        [
            f"warmup.sources={json.dumps([str(source)])}",
            f"model.path={world.folder}",
            "warmup.steps=2",
            "warmup.primer=2",
            "warmup.batch=2",
        ],
    )
    lines: list[str] = []
    await warm_up(config, tmp_path / "run", lines.append)
    warm = tmp_path / "run" / "checkpoints" / "warm"
    manifest = checkpoint.verify(warm)
    assert manifest is not None
    assert manifest.step == 2
    assert any("1 trajectories from" in line for line in lines)
    await warm_up(config, tmp_path / "run", lines.append)
    assert lines[-1] == f"{warm} is there already"


async def test_a_preset_of_another_machine_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"policy\.engine = 'vllm'"):
        await warm_up(load([], ["policy.engine=vllm"]), tmp_path / "run", lambda _: None)
    assert not (tmp_path / "run").exists()
