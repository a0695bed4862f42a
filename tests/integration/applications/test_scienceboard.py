"""Tasks of ScienceBoard on our own KAlgebra and TeXstudio: untouched they score 0, solved they score 1."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.folder import load
from scalecua.verify.check import Check
from scalecua.verify.verify import verify

from .solving import click, key, types, wait

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
DATA = Path(os.environ.get("SCALECUA_TASK_DATA") or Path(__file__).parents[4] / "shared" / "data")
FILES = DATA / "scienceboard" / "VM"


def replaced(old: str, new: str) -> tuple[dict[str, Any], ...]:
    """Find a text in TeXstudio, type another over it, and save."""
    return (
        key("ctrl", "home"),
        key("ctrl", "f"),
        types(old + "\n"),
        key("escape"),
        key("escape"),
        types(new),
        key("ctrl", "s"),
    )


def plotted(expression: str) -> tuple[dict[str, Any], ...]:
    """Type a function where KAlgebra's list of plots offers it."""
    return (key("alt", "2"), wait(1), types(expression + "\n"), wait(1))


TASKS: Mapping[str, Mapping[str, Any]] = {
    "KAlgebra/A-04": {"steps": (), "end": {"kind": "infeasible"}},
    "KAlgebra/B-01": {"steps": plotted("x->x^2")},
    "KAlgebra/B-03": {
        "steps": (
            {
                "find": {"role": "tree item", "name": "q->6*sin(3*q)"},
                "action": {"kind": "double_click"},
            },
            wait(1),
            click("push button", "Remove"),
            wait(1),
        )
    },
    "KAlgebra/C-01": {"steps": (types("p:=ln(3)/ln(2)\n"), wait(1))},
    "KAlgebra/C-03": {"steps": (), "end": {"kind": "answer", "text": "46,368"}},
    "TeXstudio/A-04": {"steps": (key("alt", "tab"), wait(1), *replaced("38657", "46368"), wait(1))},
    "TeXstudio/B-01": {"steps": (*replaced("\\cite{}", "\\cite{de2015lean}"), wait(1))},
    "TeXstudio/D-01": {"steps": (), "end": {"kind": "answer", "text": "13"}},
}


@pytest.mark.parametrize("name", TASKS)
async def test_untouched_it_scores_0_and_solved_1(name: str, pool: LocalPool, tmp_path: Path) -> None:
    if not FILES.is_dir():
        pytest.skip(f"ScienceBoard's task files are not at {FILES}; set SCALECUA_TASK_DATA")
    task = load(FILES / f"{name}.json")
    task = replace(task, metadata={**task.metadata, "solution": TASKS[name]})
    told: list[Check] = []
    await verify([task], pool, FileBlobs(tmp_path), parallel=1, on_result=told.append)
    assert sorted((one.agent, one.score) for one in told) == [("null", 0.0), ("reference", 1.0)], told
