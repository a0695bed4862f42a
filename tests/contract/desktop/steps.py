"""What several test modules of desktops do."""

import asyncio
import json
from pathlib import Path
from typing import Any

from scalecua.core.action import Action
from scalecua.core.desktop import Desktop

RECORDER = Path(__file__).with_name("recorder.py")
LOG = "/tmp/events.jsonl"


async def open_window(desktop: Desktop, argv: list[str], title: str) -> None:
    await desktop.launch(argv)
    answer = await desktop.request("/wait_window", {"title": title, "timeout_s": 30})
    assert answer["found"], answer


async def start_recorder(desktop: Desktop) -> None:
    await desktop.write("/tmp/recorder.py", RECORDER.read_bytes())
    await open_window(desktop, ["python3", "/tmp/recorder.py", LOG], "recorder")


async def events(desktop: Desktop) -> list[dict[str, Any]]:
    await asyncio.sleep(0.2)
    return [json.loads(line) for line in (await desktop.read(LOG)).splitlines()]


async def do(desktop: Desktop, *actions: Action, settle_s: float = 0.3) -> None:
    for action in actions:
        do.count += 1  # type: ignore[attr-defined]
        await desktop.act(action, key=f"step-{do.count}", settle_s=settle_s)  # type: ignore[attr-defined]


do.count = 0  # type: ignore[attr-defined]


async def content(desktop: Desktop, path: str, wanted: bytes, timeout_s: float = 10.0) -> bytes:
    """The file's bytes as soon as they are `wanted`, or the last seen when time is up."""
    data = b""
    for _ in range(int(timeout_s / 0.1)):
        data = await desktop.read(path)
        if data == wanted:
            break
        await asyncio.sleep(0.1)
    return data
