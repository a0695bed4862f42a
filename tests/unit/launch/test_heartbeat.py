"""A process is silent only while its pulse stands still, and a supervisor ends one that is too long."""

import asyncio
import os
from pathlib import Path

from scalecua.launch.heartbeat import Listener, with_beat


def test_silence_adds_up_look_by_look_and_ends_with_a_beat(tmp_path: Path) -> None:
    pulse = tmp_path / "pulse"
    listener = Listener(pulse, 0.5)
    assert [listener.look() for _ in range(3)] == [0.5, 1.0, 1.5]
    pulse.touch()
    assert listener.look() == 0.0
    assert listener.look() == 0.5


def test_a_beat_from_another_time_is_a_beat(tmp_path: Path) -> None:
    pulse = tmp_path / "pulse"
    pulse.touch()
    listener = Listener(pulse, 0.5)
    os.utime(pulse, ns=(0, 1))
    assert listener.look() == 0.0


async def test_work_beats_from_its_start_and_its_failure_passes(tmp_path: Path) -> None:
    pulse = tmp_path / "pulse"

    async def work() -> None:
        await asyncio.sleep(0.05)
        assert pulse.exists()
        raise ZeroDivisionError

    try:
        await with_beat(pulse, work())
    except ZeroDivisionError:
        return
    raise AssertionError("the failure did not pass")
