"""A removed control group leaves nothing in the kernel that would slow those that come after it."""

import os
import subprocess
import time
import uuid
from pathlib import Path

import pytest

from scalecua.desktop import cgroups

MB = 1 << 20
# Joins the groups named before "--", and reads the file after it.
READER = 'while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs"; shift; done; exec cat "$2"'


def used(group: Path) -> int:
    """Bytes charged to a memory group."""
    names = ("memory.usage_in_bytes", "memory.current")
    return next(int((group / name).read_text()) for name in names if (group / name).exists())


@pytest.mark.parametrize(("size", "dropped"), [(2 * MB, True), (32 * MB, False)])
def test_the_few_pages_it_was_first_to_read_are_dropped(size: int, dropped: bool, tmp_path: Path) -> None:
    hierarchies = cgroups.available()
    if cgroups.missing(hierarchies):
        pytest.skip("this user may not make control groups that limit memory")
    file = tmp_path / "read"
    subprocess.run(
        ["dd", "if=/dev/urandom", f"of={file}", f"bs={size}", "count=1", "oflag=direct"], check=True
    )
    with file.open("wb") as opened:
        opened.write(os.urandom(size))
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    name = f"test-{uuid.uuid4().hex[:8]}"
    groups = cgroups.paths(hierarchies, name)
    cgroups.create(hierarchies, name, memory_mb=256, processes=16)
    try:
        argv = ["sh", "-c", READER, "sh", *map(str, groups), "--", str(file)]
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, timeout=30)
        time.sleep(0.2)
        group = next(one for one in groups if any(one.glob("memory.*")))
        before = used(group)
        if before < size:
            pytest.skip("the folder of temporary files is in memory")
        cgroups.drop_pages(group)
        assert (used(group) < before - size // 2) == dropped
    finally:
        for one in groups:
            cgroups.destroy(one)
    assert not any(one.exists() for one in groups)
