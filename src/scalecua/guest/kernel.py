"""What ended processes leave in the kernel: System V memory, semaphores and queues, and keys."""

import ctypes
from pathlib import Path

REMOVE = 0
KINDS = ("shm", "sem", "msg")


def remove(keep: set[str]) -> None:
    """Remove the System V objects that are this user's, but those named in `keep`."""
    kinds = [(kind, number) for kind in KINDS for number in _ids(kind) if f"{kind} {number}" not in keep]
    libc = ctypes.CDLL(None) if kinds else None
    for kind, number in kinds:
        # semctl takes a number first, which removal ignores.
        arguments = (number, 0, REMOVE) if kind == "sem" else (number, REMOVE, None)
        getattr(libc, f"{kind}ctl")(*arguments)


def objects() -> set[str]:
    """Names of all such objects; those of programs that have just ended are about to go."""
    return {f"{kind} {number}" for kind in KINDS for number in _ids(kind)}


def _ids(kind: str) -> list[int]:
    lines = Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]
    return [int(line.split()[1]) for line in lines]


def keys() -> set[str]:
    """Names of the keys in keyrings; they stay."""
    try:
        return {f"key {line.split()[0]}" for line in Path("/proc/keys").read_text().splitlines()}
    except OSError:
        return set()
