"""Commands answer with one JSON object, and say by their exit code what kind of trouble there was."""

import json
import subprocess
import sys
from pathlib import Path


def scalecua(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scalecua", *words], input=given, capture_output=True, text=True, timeout=60
    )


def parse(answer: str) -> tuple[int, dict[str, object]]:
    found = scalecua("policy", "parse", "--family", "qwen3vl", "--screen", "1280x800", "--json", given=answer)
    value = json.loads(found.stdout)
    assert isinstance(value, dict)
    return found.returncode, value


def test_an_answer_is_parsed_to_screen_pixels() -> None:
    call = '{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [1000, 0]}}'
    code, value = parse(f"<tool_call>\n{call}\n</tool_call>")
    assert code == 0
    assert value == {"actions": [{"kind": "left_click", "x": 1279, "y": 0, "modifiers": []}]}


def test_a_malformed_answer_is_a_finding_with_a_reason() -> None:
    code, value = parse("I will click the button.")
    assert code == 1
    assert isinstance(value["malformed"], str)
    assert value["malformed"]


def test_usage_faults_exit_with_2_and_name_the_fault() -> None:
    found = scalecua("config", "show", "--set", "rollout.m=3")
    assert found.returncode == 2
    assert "rollout.m" in found.stderr
    assert found.stdout == ""
    assert scalecua("policy", "parse", "--family", "qwen3vl", "--screen", "wide").returncode == 2
    assert scalecua("policy", "parse", "--family", "nobody").returncode == 2
    assert scalecua("task", "verify").returncode == 2


def test_a_configuration_shows_every_section() -> None:
    found = scalecua("config", "show", "--json")
    assert found.returncode == 0
    assert {"model", "policy", "desktop", "tasks", "sampler", "rollout", "segmentation", "curation"} <= set(
        json.loads(found.stdout)
    )


def test_the_schema_is_closed() -> None:
    schema = json.loads(scalecua("config", "schema").stdout)
    assert schema["additionalProperties"] is False


def test_a_task_file_with_a_missing_field_is_named(tmp_path: Path) -> None:
    path = tmp_path / "task.json"
    path.write_text('{"id": "x", "config": [], "evaluator": {"func": "exact_match"}}')
    found = scalecua("task", "show", str(path))
    assert found.returncode == 2
    assert "instruction" in found.stderr
    assert str(path) in found.stderr


def test_training_from_a_checkpoint_that_is_not_there_says_so(tmp_path: Path) -> None:
    run = tmp_path / "run"
    found = scalecua("train", "--run", str(run), "--set", f"model.path={tmp_path / 'none'}")
    assert found.returncode == 2
    assert "model.path" in found.stderr
    assert "warmup" in found.stderr
