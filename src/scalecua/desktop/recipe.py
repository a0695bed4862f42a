"""How Debian's packages become the root filesystem of a desktop."""

import hashlib
import shutil
import subprocess
from pathlib import Path

from scalecua.desktop import defaults
from scalecua.desktop.catalogue import of
from scalecua.desktop.packages import SUITE, packages

TEMPLATE = Path(__file__).with_name("template")
EXCLUDED = (
    "/usr/share/doc/*",
    "/usr/share/man/*",
    "/usr/share/info/*",
    "/usr/share/help/*",
    "/usr/share/locale/*",
    "/usr/share/lintian/*",
    "/usr/share/gtk-doc/*",
)
REMOVED = ("var/cache/apt", "var/lib/apt/lists", "var/cache/debconf", "boot", "usr/share/doc")
FOLDERS = (
    *("opt/scalecua/guest", "home/user", "proc", "dev", "tmp", "var/tmp"),
    *("opt/scalecua/home/Desktop", "opt/scalecua/home/Documents", "opt/scalecua/home/Downloads"),
)
FILES = {
    "etc/machine-id": "5ca1ec0a5ca1ec0a5ca1ec0a5ca1ec0a\n",
    "etc/hostname": "desktop\n",
    "etc/hosts": "127.0.0.1 localhost desktop\n",
    "usr/lib/python3/dist-packages/scalecua.pth": "/opt/scalecua\n/opt/scalecua/guest/site\n",
}
ACCOUNT = {"etc/passwd": "user:x:1000:1000:User,,,:/home/user:/bin/bash\n", "etc/group": "user:x:1000:\n"}
# tar keeps whole seconds only, which fontconfig takes for a stale cache: every program would scan all fonts.
WARM = "fc-cache -s -f"
# For programs that know no C.UTF-8, in groups that install what it is made from.
LOCALE = "[ ! -d /usr/share/i18n/locales ] || localedef -i en_US -f UTF-8 en_US.UTF-8"
WARM_S = 120.0


def fingerprint(apps: str) -> str:
    """Names what the root filesystem is made of: packages, recipe, template, and what starts once in it."""
    digest = hashlib.sha256()
    for part in (
        bootstrap(apps, root=True),
        REMOVED,
        FOLDERS,
        sorted(FILES.items()),
        sorted(ACCOUNT.items()),
        sorted(defaults.files(apps).items()),
        [(one.command, one.home) for one in of(apps) if one.home],
        WARM,
        LOCALE,
    ):
        digest.update(repr(part).encode())
    for file in sorted(TEMPLATE.rglob("*")):
        if file.is_file():
            digest.update(str(file.relative_to(TEMPLATE)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def bootstrap(apps: str, *, root: bool) -> list[str]:
    """The command that writes the system as a tar archive to its standard output."""
    return [
        "mmdebstrap",
        f"--mode={'root' if root else 'unshare'}",
        "--variant=apt",
        "--format=tar",
        '--aptopt=APT::Install-Recommends "false"',
        '--aptopt=Acquire::Languages "none"',
        '--aptopt=Acquire::Retries "3"',
        *(f"--dpkgopt=path-exclude={pattern}" for pattern in EXCLUDED),
        f"--include={','.join(packages(apps))}",
        SUITE,
        "-",
    ]


def finish(apps: str, tree: Path) -> None:
    """Write into an unpacked system what makes it a desktop, and remove what no desktop reads."""
    for folder in REMOVED:
        shutil.rmtree(tree / folder, ignore_errors=True)
    for folder in FOLDERS:
        (tree / folder).mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (tree / name).unlink(missing_ok=True)
        (tree / name).write_text(text)
    for name, text in defaults.files(apps).items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
        (tree / name).chmod(0o755 if text.startswith("#!") else 0o644)
    for name, line in ACCOUNT.items():
        with (tree / name).open("a") as file:
            file.write(line)
    shutil.copytree(TEMPLATE, tree / "opt/scalecua", dirs_exist_ok=True)
    inside = ["bwrap", "--bind", str(tree), "/", "--dev", "/dev", "--tmpfs", "/tmp"]
    inside += ["--unshare-all", "--die-with-parent"]
    for command in (WARM, LOCALE):
        argv = [*inside, "--uid", "0", "--gid", "0", "sh", "-c", command]
        subprocess.run(argv, check=True, timeout=WARM_S, capture_output=True)
