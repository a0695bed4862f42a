"""Many live desktops at once, each with an editor and a worker that types and looks: is anything lost?

A worker types a word of its own at every step and takes a screenshot. Every fifth request is sent twice at
once, as after a lost answer. At the end each editor saves what it holds, and that is compared with what was
typed: a word too many is a duplicate, a word too few is lost.
"""

import argparse
import asyncio
import json
import time
from collections import Counter

import numpy as np

from benchmarks.memory import memory_mb
from scalecua.config.desktop import DesktopSection
from scalecua.core.action import Key, Type
from scalecua.core.desktop import Desktop
from scalecua.core.errors import DesktopError
from scalecua.desktop.pool import LocalPool

NOTE = "/home/user/note.txt"
TWICE = 5
SAMPLE = 5
WINDOW_S = 300.0


class Fleet:
    """What happened, filled by the workers."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.step_ms: list[float] = []
        self.failures: Counter[str] = Counter()
        self.duplicates = 0
        self.lost = 0

    async def work(self, desktop: Desktop, number: int) -> None:
        """One worker's steps on its desktop, and the comparison at the end."""
        words = [f"w{number}x{step}" for step in range(self.steps)]
        for step, word in enumerate(words):
            began = time.perf_counter()
            calls = 2 if step % TWICE == 0 else 1
            action = Type(f"{word} ")
            await asyncio.gather(
                *(desktop.act(action, key=f"{number}:{step}", settle_s=0.0) for _ in range(calls))
            )
            await desktop.screenshot()
            self.step_ms.append((time.perf_counter() - began) * 1000)
        await desktop.act(Key(("ctrl", "s")), key=f"{number}:save", settle_s=10.0)
        typed = Counter(await _saved(desktop, words))
        self.duplicates += sum(count - 1 for count in typed.values() if count > 1)
        self.lost += sum(1 for word in words if word not in typed)


async def _saved(desktop: Desktop, words: list[str]) -> list[str]:
    """The words in the saved file, as soon as they are all there, or after a while."""
    found: list[str] = []
    for _ in range(50):
        found = (await desktop.read(NOTE)).decode().split()
        if found == words:
            break
        await asyncio.sleep(0.2)
    return found


async def measure(count: int, steps: int, backend: str) -> dict[str, float]:
    """Every figure of this benchmark; seconds, milliseconds and MiB as the names say."""
    section = DesktopSection.model_validate(
        {"backend": backend, "count": count, "start_timeout_s": 300, "call_timeout_s": 300}
    )
    fleet, began, ready = Fleet(steps), time.perf_counter(), asyncio.Event()
    starts: list[float] = []
    weights: list[float] = []

    async def worker(pool: LocalPool, number: int) -> None:
        try:
            async with pool.lease("default") as desktop:
                await desktop.write(NOTE, b"")
                await desktop.launch(["mousepad", NOTE])
                found = await desktop.request("/wait_window", {"title": "note", "timeout_s": WINDOW_S})
                assert found["found"]
                starts.append(time.perf_counter() - began)
                if len(starts) == count:
                    ready.set()
                await ready.wait()
                if number < SAMPLE:
                    weights.append(await asyncio.to_thread(memory_mb, desktop.id))
                await fleet.work(desktop, number)
        except DesktopError as error:
            fleet.failures[error.failure.value if error.failure else "refused"] += 1
            ready.set()

    async with LocalPool(section) as pool:
        await asyncio.gather(*(worker(pool, number) for number in range(count)))
        tally = pool.tally
    return {
        "desktops": len(starts),
        "workers": count,
        "steps": len(fleet.step_ms),
        "failures": sum(fleet.failures.values()) + sum(tally.failures.values()),
        "duplicates": fleet.duplicates,
        "lost": fleet.lost,
        "step_ms_p50": round(float(np.percentile(fleet.step_ms, 50)), 1),
        "step_ms_p95": round(float(np.percentile(fleet.step_ms, 95)), 1),
        "start_all_s": round(max(starts), 1),
        "start_s_mean": round(tally.start_s / max(1, tally.events["started"]), 2),
        "memory_mb": round(float(np.mean(weights)), 1) if weights else 0.0,
    }


def main() -> None:
    """Print the figures, as one JSON object with --json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--desktops", type=int, default=100)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--backend", default="bubblewrap")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures = asyncio.run(measure(asked.desktops, asked.steps, asked.backend))
    print(json.dumps(figures) if asked.json else "\n".join(f"{k:24} {v}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
