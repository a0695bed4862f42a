"""The command line of a judge sandbox: which part of the host it sees, all of it read-only.

Root's sandboxes give up root's identity, which even without privileges may write to much of /proc/sys. As
anybody else they might not be able to walk to the interpreter, so what they see is first bound to folders
that everybody can reach, in a mount namespace of its own that ends with the sandbox.
"""

import compileall
import functools
import os
import random
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import scalecua
from scalecua.desktop.bubblewrap import FIRST_UID, UIDS, forbids_namespaces, wrapped
from scalecua.desktop.cache import cache_dir

TMP_MB = 64
RUN = "from scalecua.tasks.sandbox.runner import main; main()"
PACKAGES, SOURCE, STATE = "/judge/packages", "/judge/source", "/state"
# The linker, and the libraries that the interpreter and readers of formats need.
SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/usr/share/mime")
# Binds every pair of folders named before "--", then becomes the command after it.
BIND = 'while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit 98; shift 2; done; shift; exec "$@"'


def command(state: Path, mark: tuple[str, ...], groups: Sequence[Path], seed: int = 0) -> list[str]:
    """What to execute for a sandbox that sees the folder `state` as STATE, limited by control groups.

    By the `mark` among its arguments `reap` finds its processes. `seed` gives the order of sets inside.
    """
    seen = {**_seen(), state: STATE}
    if os.geteuid() != 0:
        return wrapped(_bwrap(seen, mark, seed), tuple(groups), None)
    places = {folder: _place(number) for number, folder in enumerate(seen)}
    bound = [word for folder, place in places.items() for word in (str(folder), str(place))]
    argv = _bwrap({places[folder]: inside for folder, inside in seen.items()}, mark, seed)
    inner = wrapped(argv, (), FIRST_UID + random.randrange(UIDS))
    own = ["unshare", "--mount", "--propagation", "private", "sh", "-c", BIND, "sh", *bound, "--", *inner]
    return wrapped(own, tuple(groups), None)


@functools.cache
def _seen() -> dict[Path, str]:
    """Folders of the host, and where the sandbox sees them; what runs inside is compiled before."""
    source = Path(scalecua.__file__).parent
    for name in (".", "tasks", "tasks/sandbox", "tasks/metrics", "tasks/scienceboard"):
        compileall.compile_dir(source / name, maxlevels=0 if name in (".", "tasks") else 5, quiet=2)
    return {
        Path(sys.base_prefix): sys.base_prefix,
        Path(sysconfig.get_path("purelib")): PACKAGES,
        source: f"{SOURCE}/scalecua",
    }


def _place(number: int) -> Path:
    """A folder to bind to; it stays empty for everybody else."""
    place = cache_dir() / "judge" / str(number)
    place.mkdir(parents=True, exist_ok=True)
    return place


def _bwrap(seen: dict[Path, str], mark: tuple[str, ...], seed: int) -> list[str]:
    return [
        "bwrap",
        *("--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"),
        *("--uid", "1000", "--gid", "1000", "--hostname", "judge"),
        *(("--unshare-user", "--disable-userns") if forbids_namespaces() else ()),
        *(word for path in SYSTEM for word in ("--ro-bind-try", path, path)),
        *(word for folder, inside in seen.items() for word in ("--ro-bind", str(folder), inside)),
        *("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"),
        *("--size", str(TMP_MB << 20), "--tmpfs", "/tmp"),
        *("--setenv", "PYTHONPATH", f"{SOURCE}:{PACKAGES}", "--setenv", "PYTHONHASHSEED", str(seed)),
        *("--setenv", "OMP_NUM_THREADS", "1", "--setenv", "OPENBLAS_NUM_THREADS", "1"),
        *("--setenv", "TZ", "UTC", "--setenv", "LC_ALL", "C.UTF-8", "--setenv", "HOME", "/tmp"),
        *mark,
        *("--chdir", "/tmp"),
        # Without site, whose start-up files belong to the host.
        *(f"{sys.base_prefix}/bin/python3", "-S", "-s", "-B", "-P", "-c", RUN),
    ]
