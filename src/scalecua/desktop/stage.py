"""The guest's code, and the ffmpeg that films it, where a sandbox can read them: in the cache folder."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop.cache import cache_dir

SOURCE = Path(__file__).parent.parent / "guest"
COMPILE_S = 60.0
# Within the guest's code an empty file, over which ffmpeg is bound.
FFMPEG = "ffmpeg"


def stage(rootfs: Path) -> Path:
    """The folder to bind into sandboxes; one for every state of the guest's source, made once."""
    files = [file.relative_to(SOURCE) for file in sorted(SOURCE.rglob("*.py"))]
    digest = hashlib.sha256(f"{rootfs} {FFMPEG}".encode())
    for file in files:
        digest.update(str(file).encode() + b"\0" + (SOURCE / file).read_bytes())
    target = cache_dir() / "guest" / digest.hexdigest()[:16]
    if target.is_dir():
        return target
    with boundary(DesktopError, f"cannot copy the guest's code to {target}", failure=Failure.START):
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="staging-", dir=target.parent))
        try:
            for file in files:
                (work / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(SOURCE / file, work / file)
            (work / FFMPEG).touch()
            _compile(rootfs, work)
            work.chmod(0o755)
            if not target.is_dir():
                work.rename(target)
        except OSError:
            # Another process staged the same files first.
            if not target.is_dir():
                raise
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return target


def ffmpeg() -> Path:
    """The film maker, a program that needs no library; copied once, since desktops see only the cache."""
    import imageio_ffmpeg

    source = Path(imageio_ffmpeg.get_ffmpeg_exe())
    target = cache_dir() / "ffmpeg" / source.name
    if target.exists():
        return target
    with boundary(DesktopError, f"cannot copy ffmpeg to {target}", failure=Failure.START):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, work = tempfile.mkstemp(dir=target.parent)
        os.close(handle)
        try:
            shutil.copyfile(source, work)
            Path(work).chmod(0o755)
            Path(work).rename(target)
        finally:
            Path(work).unlink(missing_ok=True)
    return target


def _compile(rootfs: Path, folder: Path) -> None:
    """Byte code that never needs its source's time stamp: half of a desktop's start is imports."""
    inside = "/opt/scalecua/guest"
    command = [
        *("bwrap", "--ro-bind", str(rootfs), "/", "--bind", str(folder), inside, "--dev", "/dev"),
        *("--unshare-all", "--die-with-parent", "/usr/bin/python3", "-m", "compileall", "-q"),
        *("--invalidation-mode", "unchecked-hash", inside),
    ]
    subprocess.run(command, check=True, timeout=COMPILE_S, capture_output=True)
