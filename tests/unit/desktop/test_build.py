import os
import shutil
import stat
import threading
from pathlib import Path

import pytest

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import bootstrap, build, packages, recipe, rootfs

GOOD = """
mkdir -p "$TMPDIR/sys/etc" "$TMPDIR/sys/usr/lib/python3/dist-packages" "$TMPDIR/sys/usr/share/doc/x"
echo 'root:x:0:0::/:/bin/sh' > "$TMPDIR/sys/etc/passwd"; : > "$TMPDIR/sys/etc/group"
echo "I: working" >&2
echo built >> "$LOG"
tar -c -C "$TMPDIR/sys" .
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose bootstrap tool is a short script; everything else is real."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("tar", "sh", "mkdir", "sleep"):
        (tools / name).symlink_to(str(shutil.which(name)))
    tool(tools, "bwrap", "exit 0")
    tool(tools, "newuidmap", "exit 0")
    tool(tools, "mmdebstrap", GOOD)
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setenv("LOG", str(tmp_path / "log"))
    monkeypatch.setenv("SCALECUA_CACHE", str(tmp_path / "cache"))
    return tmp_path


def tool(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.unlink(missing_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def builds(machine: Path) -> int:
    log = machine / "log"
    return len(log.read_text().splitlines()) if log.exists() else 0


def test_built_once_and_then_found(machine: Path) -> None:
    with pytest.raises(DesktopError, match="scalecua desktop build"):
        rootfs.path()
    said: list[str] = []
    tree = build.build(progress=said.append)
    assert build.build(progress=said.append) == rootfs.path() == tree
    assert builds(machine) == 1
    assert "working" in said
    assert "user:x:1000:1000" in (tree / "etc/passwd").read_text()
    assert len((tree / "etc/machine-id").read_text().strip()) == 32
    assert not (tree / "usr/share/doc").exists()
    assert (tree / "opt/scalecua/home/.config/gtk-3.0/settings.ini").is_file()


def test_leftovers_of_an_interrupted_build_are_removed(machine: Path) -> None:
    left = machine / "cache/rootfs/building-abc/tree/usr"
    left.mkdir(parents=True)
    tree = build.build(progress=lambda line: None)
    assert sorted(path.name for path in (machine / "cache/rootfs").iterdir()) == ["build.lock", tree.name]


def test_interruption_leaves_nothing_and_the_next_build_works(machine: Path) -> None:
    def interrupt(line: str) -> None:
        if line == "working":
            raise KeyboardInterrupt

    with pytest.raises(DesktopError, match="interrupted; run"):
        build.build(progress=interrupt)
    assert [path.name for path in (machine / "cache/rootfs").iterdir()] == ["build.lock"]
    assert build.build(progress=lambda line: None).is_dir()


def test_two_builds_at_once_build_once(machine: Path) -> None:
    tool(machine / "bin", "mmdebstrap", "sleep 0.3" + GOOD)
    threads = [threading.Thread(target=build.build, args=("light", lambda line: None)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert builds(machine) == 1


@pytest.mark.parametrize(
    ("words", "message", "failure"),
    [
        ("E: Temporary failure resolving deb.debian.org", "check the network", Failure.NETWORK),
        ("tar: x: No space left on device", "disk of .* is full", Failure.DISK),
        ("E: unshare failed: Operation not permitted", "user namespaces", None),
        ("E: something new", "something new", None),
    ],
)
def test_failures_name_their_remedy(machine: Path, words: str, message: str, failure: Failure | None) -> None:
    tool(machine / "bin", "mmdebstrap", f"echo '{words}' >&2; exit 1")
    with pytest.raises(DesktopError, match=message) as caught:
        build.build(progress=lambda line: None)
    assert caught.value.failure is failure
    assert [path.name for path in (machine / "cache/rootfs").iterdir()] == ["build.lock"]


def test_missing_tool_is_named(machine: Path) -> None:
    (machine / "bin/mmdebstrap").unlink()
    with pytest.raises(DesktopError, match="without mmdebstrap; run `apt install mmdebstrap"):
        build.build(progress=lambda line: None)


def test_small_disk_is_refused_before_the_work(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "LIGHT_MB", 1 << 40)
    with pytest.raises(DesktopError, match="free some or set SCALECUA_CACHE") as caught:
        build.build(progress=lambda line: None)
    assert caught.value.failure is Failure.DISK
    assert builds(machine) == 0


def test_changed_packages_are_another_root_filesystem(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build.build(progress=lambda line: None)
    monkeypatch.setitem(packages.INSTALLS, "light", (*packages.LIGHT, "gedit"))
    with pytest.raises(DesktopError):
        rootfs.path()
    assert build.build(progress=lambda line: None) != first


def test_unknown_group_is_refused() -> None:
    with pytest.raises(DesktopError, match="'heavy'; there are light"):
        build.build("heavy", progress=lambda line: None)


def test_a_group_that_lacks_something_says_what() -> None:
    with pytest.raises(DesktopError, match="code-server needs Node 20"):
        build.build("code", progress=lambda line: None)


def test_every_group_holds_the_light_applications_and_its_own() -> None:
    for group in packages.GROUPS:
        assert set(packages.LIGHT) <= set(packages.packages(group))
    assert set(packages.packages("all")) >= set(packages.packages("web")) | set(packages.packages("science"))
    assert "chromium" not in packages.packages("office")


def test_bootstrap_needs_no_root_for_others() -> None:
    assert "--mode=unshare" in recipe.bootstrap("light", root=False)
    assert "--mode=root" in recipe.bootstrap("light", root=True)
    assert os.geteuid() == os.getuid()
