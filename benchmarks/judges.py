"""What judging costs: collecting a final state from a live desktop, scoring it, and starting the sandbox."""

import io
import statistics
import tempfile
import time
from pathlib import Path

import openpyxl

from benchmarks.command import run
from scalecua.config.desktop import DesktopSection
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.collect import collect
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.sandbox.live import Limits, started
from scalecua.tasks.sandbox.run import kept
from scalecua.tasks.scene import Scene

TIMES = 30
BOOK = "/home/user/book.xlsx"
# A spreadsheet compared, a text looked for in a command's output, and one in the accessibility tree.
EVALUATOR = {
    "func": ["compare_table", "check_include_exclude", "check_include_exclude"],
    "result": [
        {"type": "vm_file", "path": BOOK, "dest": "book.xlsx"},
        {"type": "vm_command_line", "command": ["ls", "/home/user"]},
        {"type": "accessibility_tree"},
    ],
    "expected": [
        {"type": "vm_file", "path": BOOK, "dest": "wanted.xlsx"},
        {"type": "rule", "rules": {"include": ["book.xlsx"], "exclude": []}},
        {"type": "rule", "rules": {"include": ["desktop-frame"], "exclude": []}},
    ],
    "options": [{"rules": [{"type": "sheet_data", "sheet_idx0": "RI0", "sheet_idx1": "EI0"}]}, {}, {}],
}
TASK = Task("judged", "Fill the table.", "", (), "default", (), EVALUATOR, 5, "benchmark")


def book(rows: int = 200, columns: int = 10) -> bytes:
    """A workbook of numbers."""
    made = openpyxl.Workbook()
    for row in range(rows):
        made.worksheets[0].append([row * column for column in range(columns)])
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()


async def measure() -> dict[str, float]:
    """Every figure of this benchmark, milliseconds."""
    collects = []
    with tempfile.TemporaryDirectory(prefix="scalecua-judges-") as name:
        blobs = FileBlobs(Path(name))
        async with LocalPool(DesktopSection(count=1)) as pool, pool.lease("default") as desktop:
            await desktop.write(BOOK, book())
            final = FinalState(Status.DONE, "")
            for _ in range(TIMES):
                began = time.perf_counter()
                final = await collect(TASK, Scene(desktop, Assets()), Status.DONE, "", blobs)
                collects.append(time.perf_counter() - began)
        alone = await _scores(OSWorldJudge(blobs), final)
        async with kept() as run_metrics:
            scores = await _scores(OSWorldJudge(blobs, run_metrics), final)
    starts = [await _start() for _ in range(TIMES)]
    figures = {"collect": collects, "score": scores, "score_alone": alone, "sandbox_start": starts}
    return {f"{key}_ms_p50": round(statistics.median(values) * 1000, 1) for key, values in figures.items()}


async def _scores(judge: OSWorldJudge, final: FinalState) -> list[float]:
    """Seconds of each judgement."""
    seconds = []
    for _ in range(TIMES):
        began = time.perf_counter()
        verdict = await judge(TASK, final)
        seconds.append(time.perf_counter() - began)
        assert verdict.score == 1, verdict.reason
    return seconds


async def _start() -> float:
    """Seconds from asking for a sandbox to its runner's first line."""
    began = time.perf_counter()
    async with started(Limits()):
        return time.perf_counter() - began


if __name__ == "__main__":
    run(__doc__, measure)
