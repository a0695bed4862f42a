"""Judges that attack whoever runs them: contained, classed, told, and the others are attacked on."""

from pathlib import Path

import pytest

from scalecua.core.failure import Failure

from .billed import CHECK, GET, SHORT, attacked, task

pytestmark = pytest.mark.desktops


def judge(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{GET}\n\ndef check(result, expected):\n{lines}"


HOSTILE = {
    "endless loop": (judge("while True:\n    pass"), {Failure.TIMEOUT}, "hangs"),
    "fork bomb": (
        judge("import os\nwhile True:\n    os.fork()"),
        {Failure.JUDGE, Failure.TIMEOUT, Failure.CRASH, Failure.MEMORY},
        None,
    ),
    "flood": (
        judge("import sys\nwhile True:\n    sys.stdout.write('x' * 65536)\n    sys.stdout.flush()"),
        {Failure.JUDGE, Failure.TIMEOUT, Failure.CRASH},
        None,
    ),
    "memory": (
        judge("return len('x' * (8 << 30))"),
        {Failure.MEMORY, Failure.CRASH, Failure.JUDGE},
        "crashes",
    ),
    "host files": (judge("return len(open('/etc/shadow').read()) > 0"), {Failure.JUDGE}, "crashes"),
    "network": (
        judge("import socket\nsocket.create_connection(('127.0.0.1', 22), 1)\nreturn 1"),
        {Failure.JUDGE},
        "crashes",
    ),
}


async def test_hostile_judges_are_classed_and_the_good_one_holds(tmp_path: Path) -> None:
    hostile = [task(code, name) for name, (code, _, _) in HOSTILE.items()]
    proofs = await attacked(tmp_path, *hostile, task(GET + CHECK, "good"), limits=SHORT)
    assert proofs["good"].proven
    for name, (_, classes, fault) in HOSTILE.items():
        proof = proofs[name]
        assert not proof.proven, name
        # Where there is no text, a judge never gets to check: that scores 0.
        assert {one.failure for one in proof.outcomes if one.score is None} <= classes, (name, proof.outcomes)
        assert {one.score for one in proof.outcomes} <= {None, 0.0}
        told = {finding.fault for finding in proof.findings}
        assert told <= {"hangs", "crashes"}, (name, told)
        assert told, name
        assert fault is None or fault in told, (name, told)
