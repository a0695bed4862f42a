"""Training runs of two desktops and a few updates, in processes of their own."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SETTINGS = [
    "seed=5",
    "sampler.kind=uniform",
    "desktop.count=2",
    "desktop.settle_s=0.05",
    "policy.min_pixels=20480",
    "policy.max_pixels=20480",
    "policy.max_tokens=8",
    "tasks.templates=['button','entry']",
    "rollout.n=2",
    "rollout.batch=2",
    "rollout.max_turns=2",
    "rollout.max_staleness=1",
    "learner.iterations=3",
    "learner.lr=1e-4",
    "evaluation.variants=1",
    "evaluation.greedy=false",
]


def command(run: Path, *, resume: bool, extra: Sequence[str] = ()) -> list[str]:
    chosen = [] if resume else [*SETTINGS, *extra]
    settings = [word for setting in chosen for word in ("--set", setting)]
    flags = ["--resume"] if resume else []
    return [sys.executable, "-m", "scalecua", "train", "--run", str(run), *settings, *flags]


def start(run: Path, *, resume: bool, extra: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    log = (run.parent / f"{run.name}.log").open("ab")
    return subprocess.Popen(command(run, resume=resume, extra=extra), stdout=log, stderr=log)


def finish(run: Path, process: subprocess.Popen[bytes]) -> None:
    code = process.wait(timeout=300)
    assert code == 0, (run.parent / f"{run.name}.log").read_text()
