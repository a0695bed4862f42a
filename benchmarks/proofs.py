"""Attack our own tasks, and the same tasks with judges that were broken on purpose.

    python -m benchmarks.proofs --json [--parallel 8] [--keep DIR]

`broken_judges/<fault>/<app>.<task>.py` are mutations of the judges in `tasks/`, written without a look at the
attacks; one is caught where its task is not proven, and named rightly where its own fault is among the
findings. Figures: the matrix of attacks, false positives and negatives, what was caught and named by fault,
and by application the seconds and desktop-seconds that a proof takes. A second run with the same `--keep`
plays nothing again.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

from scalecua.config.desktop import DesktopSection
from scalecua.core.task import Task
from scalecua.desktop.needed import fitted
from scalecua.desktop.pool import LocalPool
from scalecua.tasks.assets import Assets
from scalecua.tasks.find import every
from scalecua.tasks.python_judge import PYTHON
from scalecua.verify.attacked import attack
from scalecua.verify.badge import matrix
from scalecua.verify.prove import Proof

ROOT = Path(__file__).parents[1]
BROKEN = Path(__file__).parent / "broken_judges"
START_S = 90.0


def broken(tasks: Path) -> list[Task]:
    """Each broken judge in the place of the good one; the id says its fault."""
    found = []
    for file in sorted(BROKEN.glob("*/*.py")):
        app, name = file.name.split(".")[:2]
        ((_, task),) = every([tasks / app / name])
        judge = {**task.judge, PYTHON: file.read_text(encoding="utf-8")}
        found.append(replace(task, id=f"{file.parent.name}/{file.stem}", judge=judge))
    return found


async def proofs(tasks: Sequence[Task], section: DesktopSection, keep: Path, parallel: int) -> list[Proof]:
    def tell(task: Task, proof: Proof) -> None:
        faults = ", ".join(finding.fault for finding in proof.findings)
        print(f"{task.id}: {faults or 'nothing found'}, {proof.seconds:.0f} s", file=sys.stderr)

    async with LocalPool(section) as pool:
        return await attack(tasks, pool, keep, parallel=parallel, assets=Assets(), on_proof=tell)


def good(found: Sequence[Proof], tasks: Sequence[Task], seconds: float) -> dict[str, Any]:
    """What attacks say of judges that should hold."""
    outcomes = [(proof.task_id, one) for proof in found for one in proof.outcomes if not one.held]
    applications: dict[str, list[Proof]] = defaultdict(list)
    for task, proof in zip(tasks, found, strict=True):
        applications[task.apps[0]].append(proof)
    return {
        "tasks": len(found),
        "applications": len(applications),
        "seconds": round(seconds, 1),
        "matrix": matrix(list(found)),
        "false_positives": [f"{name}: {one.name}" for name, one in outcomes if one.score and not one.right],
        "false_negatives": [f"{name}: {one.name}" for name, one in outcomes if one.right and one.score != 1],
        "accused": {p.task_id: [f.fault for f in p.findings] for p in found if not p.proven},
        "by_application": {
            app: {
                "tasks": len(proofs),
                "attacks": round(mean(len(proof.outcomes) for proof in proofs), 1),
                "seconds": round(mean(proof.seconds for proof in proofs), 1),
                "desktop_seconds": round(mean(proof.desktop_s for proof in proofs), 1),
            }
            for app, proofs in sorted(applications.items())
        },
    }


def caught(found: Sequence[Proof]) -> dict[str, Any]:
    """How many broken judges were caught and named, by fault."""
    faults = {proof.task_id: proof.task_id.split("/")[0].replace("_", " ") for proof in found}
    named = {p.task_id: [_plain(finding.fault) for finding in p.findings] for p in found}
    right = {name for name, told in named.items() if faults[name] in told}
    counts = Counter(faults.values())
    return {
        "judges": len(found),
        "caught": sum(not proof.proven for proof in found),
        "named": len(right),
        "by_fault": {
            fault: {
                "judges": count,
                "caught": sum(faults[p.task_id] == fault and not p.proven for p in found),
                "named": sum(faults[name] == fault for name in right),
            }
            for fault, count in sorted(counts.items())
        },
        "missed": sorted(proof.task_id for proof in found if proof.proven),
        "misnamed": {p.task_id: named[p.task_id] for p in found if not p.proven and p.task_id not in right},
    }


def _plain(fault: str) -> str:
    """A fault as the folders are called."""
    return {"crashes": "crashing", "hangs": "hanging", "order-dependent": "order dependent"}.get(fault, fault)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--parallel", type=int, default=4)
    parser.add_argument("--tasks", type=Path, default=ROOT / "tasks")
    parser.add_argument("--keep", type=Path, help="folder of what was found out, to go on from")
    options = parser.parse_args()
    tasks = [task for _, task in every([options.tasks])]
    section = DesktopSection(count=options.parallel, start_timeout_s=START_S, call_timeout_s=START_S)
    section = fitted(section, {app for task in tasks for app in task.apps})
    with tempfile.TemporaryDirectory(prefix="scalecua-proofs-") as folder:
        keep = options.keep or Path(folder)
        began = time.monotonic()
        first = asyncio.run(proofs(tasks, section, keep, options.parallel))
        figures = good(first, tasks, time.monotonic() - began)
        figures["broken"] = caught(
            asyncio.run(proofs(broken(options.tasks), section, keep, options.parallel))
        )
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
