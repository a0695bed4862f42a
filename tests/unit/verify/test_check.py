"""The summary of proofs."""

import json

from scalecua.core.failure import Failure
from scalecua.verify.check import Check, summary


def check(
    task: str, agent: str, expected: float, score: float | None, failure: Failure | None = None
) -> Check:
    return Check(task, "t", agent, expected, score, failure, "why", 1.0)


def test_a_task_is_verified_when_all_its_proofs_hold() -> None:
    checks = [
        check("good", "null", 0, 0),
        check("good", "reference", 1, 1),
        check("easy", "null", 0, 1),
        check("easy", "reference", 1, 1),
        check("lost", "null", 0, None, Failure.CRASH),
        check("lost", "reference", 1, 0.5),
    ]
    report = summary(checks)
    assert (report["tasks"], report["verified"]) == (3, 1)
    assert [(found["task"], found["agent"]) for found in report["findings"]] == [
        ("easy", "null"),
        ("lost", "null"),
        ("lost", "reference"),
    ]
    assert json.loads(json.dumps(report))["findings"][1]["failure"] == "crash"


def test_an_infrastructure_failure_is_never_a_zero() -> None:
    assert not check("a", "null", 0, None, Failure.SETUP).ok
