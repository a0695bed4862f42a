"""The clock of a run counts the work of all processes, and no pause between them."""

from pathlib import Path

from scalecua.recipe.clock import Clock, read


def test_a_later_process_goes_on_counting(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    assert read(path) == 0.0
    path.write_text('{"seconds": 100.0}')
    clock = Clock(path)
    clock.keep()
    assert 100.0 <= read(path) <= clock.seconds
