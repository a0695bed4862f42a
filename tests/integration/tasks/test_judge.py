"""The judge over final states: conjunctions, missing sides, infeasible tasks, faults of its own."""

import asyncio
import hashlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.core.verdict import Verdict
from scalecua.tasks.judge import OSWorldJudge

pytestmark = pytest.mark.desktops
GETTER = {"type": "vm_file", "path": "/home/user/a"}
RULE = {"type": "rule", "rules": {"expected": "a"}}


class Memory:
    """Blobs in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.kept[digest] = data
        return digest

    def get(self, digest: str) -> bytes:
        return self.kept[digest]


BLOBS = Memory()


def evaluator(*funcs: str, conj: str | None = None, **fields: Any) -> dict[str, Any]:
    count = len(funcs)
    base = {"func": list(funcs), "result": [GETTER] * count, "expected": [RULE] * count, **fields}
    return base if conj is None else {**base, "conj": conj}


def state(*results: Any, expected: Any = {"expected": "a"}, status: Status = Status.DONE) -> FinalState:  # noqa: B006
    """Values as results (bytes as files, None as nothing), each compared with `expected`."""
    files, entries = {}, []
    for at, value in enumerate(results):
        if isinstance(value, bytes):
            files[f"f{at}"] = BLOBS.put(value)
        named = {"file": f"f{at}"} if isinstance(value, bytes) else {"value": value}
        entries.append(None if value is None else named)
    other = None if expected is None else {"value": expected}
    return FinalState(status, "", tuple(entries), (other,) * len(results), files)


def task(spec: dict[str, Any]) -> Task:
    return Task("t", "i", "", (), "default", (), spec, 5, "")


async def judged(spec: dict[str, Any], final: FinalState) -> Verdict:
    return await OSWorldJudge(BLOBS)(task(spec), final)


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b", None, b"\xff"]), min_size=1, max_size=5),
    st.sampled_from(["and", "or"]),
)
def test_and_is_the_least_and_or_the_greatest(results: list[Any], conj: str) -> None:
    verdict = asyncio.run(judged(evaluator(*["exact_match"] * len(results), conj=conj), state(*results)))
    each = [float(value == "a") for value in results]
    assert verdict.score == (min(each) if conj == "and" else max(each))
    assert list(verdict.checks.values()) == each


async def test_without_conj_all_must_hold() -> None:
    both = evaluator("exact_match", "exact_match")
    assert (await judged(both, state("a", "b"))).score == 0
    assert (await judged(both, state("a", "a"))).score == 1


async def test_or_survives_a_missing_file_wherever_it_stands() -> None:
    either = evaluator("exact_match", "exact_match", conj="or")
    assert (await judged(either, state(None, "a"))).score == 1
    assert (await judged(either, state("a", None))).score == 1
    assert (await judged(either, state(None, None))).score == 0


async def test_single_form() -> None:
    spec = {"func": "exact_match", "result": GETTER, "expected": RULE, "options": {}}
    assert (await judged(spec, state("a"))).score == 1
    verdict = await judged(spec, state(None))
    assert verdict.score == 0
    assert "/home/user/a" in verdict.reason


async def test_the_reason_shows_both_sides() -> None:
    reason = (await judged(evaluator("exact_match"), state("zebra"))).reason
    assert "zebra" in reason
    assert "expected" in reason


@pytest.mark.parametrize("status", [Status.DONE, Status.ANSWERED, Status.TRUNCATED, Status.MALFORMED])
async def test_infeasible_is_only_right_when_declared(status: Status) -> None:
    spec = {"func": "infeasible"}
    assert (await judged(spec, FinalState(status, ""))).score == 0
    assert (await judged(spec, FinalState(Status.DECLARED_INFEASIBLE, ""))).score == 1


async def test_a_feasible_task_declared_infeasible_is_judged_by_its_state() -> None:
    assert (await judged(evaluator("exact_match"), state("b", status=Status.DECLARED_INFEASIBLE))).score == 0
    assert (await judged(evaluator("exact_match"), state("a", status=Status.DECLARED_INFEASIBLE))).score == 1


@pytest.mark.parametrize(
    ("spec", "final", "said"),
    [
        (evaluator("no_such_metric"), state("a"), "no_such_metric"),
        (evaluator("exact_match"), state("a", expected=None), "missing"),
        (evaluator("exact_match"), state("a", expected={"rules": 1}), "exact_match"),
        (evaluator("exact_match", "exact_match"), state("a"), "1 results for 2"),
        (evaluator("exact_match", options=[{"wrong_option": 1}]), state("a"), "wrong_option"),
        ({"func": "exact_match", "result": GETTER}, state("a", expected=None), "exact_match"),
    ],
)
async def test_faults_of_the_judges_own_side_raise(
    spec: dict[str, Any], final: FinalState, said: str
) -> None:
    with pytest.raises(JudgeError, match=said) as caught:
        await judged(spec, final)
    assert caught.value.failure is Failure.JUDGE


async def test_files_come_from_blobs_and_a_lost_blob_is_the_judges_fault() -> None:
    blobs = Memory()
    rule = {"value": {"expected": "a"}}
    final = FinalState(Status.DONE, "", ({"file": "r"},), (rule,), {"r": blobs.put(b"a")})
    assert (await OSWorldJudge(blobs)(task(evaluator("exact_match")), final)).score == 1
    blobs.kept.clear()
    with pytest.raises(JudgeError):
        await OSWorldJudge(blobs)(task(evaluator("exact_match")), final)


async def test_what_the_agent_left_may_be_on_the_other_side() -> None:
    """As in three of OSWorld's tasks: there a missing or unreadable `expected` is the agent's."""
    spec = {
        "func": "compare_text_file",
        "result": {"type": "cloud_file", "path": "https://example.org/a", "dest": "a"},
        "expected": {"type": "vm_file", "path": "/home/user/b", "dest": "b"},
    }
    files = {"good": BLOBS.put(b"a"), "bad": BLOBS.put(b"\xff")}

    def final(result: str | None, expected: str | None) -> FinalState:
        one, two = (None if name is None else {"file": name} for name in (result, expected))
        return FinalState(Status.DONE, "", (one,), (two,), files)

    assert (await judged(spec, final("good", "good"))).score == 1
    for missing in (None, "bad"):
        verdict = await judged(spec, final("good", missing))
        assert verdict.score == 0
        assert "/home/user/b" in verdict.reason or "Unicode" in verdict.reason
        with pytest.raises(JudgeError):
            await judged(spec, final(missing, "good"))
