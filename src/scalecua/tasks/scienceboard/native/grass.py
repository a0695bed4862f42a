"""What GRASS GIS's modules print, run beside its GUI."""

from collections.abc import Mapping, Sequence
from typing import Any

from scalecua.core.desktop import Desktop
from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure

RUN_S = 60


def location(setup: Sequence[Mapping[str, Any]]) -> str:
    """The folder of the location that a task's setup switches to."""
    for call in setup:
        if call["func"] == "map":
            return f"{call['grassdb']}/{call['location']}"
    raise JudgeError("the task names no GRASS location", failure=Failure.JUDGE)


def words(folder: str, module: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The command line of a module: in a mapset of its own, since the GUI holds the lock of its mapset."""
    flags = [f"-{flag}" for flag in options.get("flags", "")]
    named = [f"{key}={value}" for key, value in options.items() if key != "flags"]
    session = ("env", "LANG=en_US.UTF-8", "grass", "--tmp-mapset", folder, "--exec")
    return (*session, module, *flags, *named)


async def gcmd(desktop: Desktop, folder: str, module: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Return code and standard output, as a patched GRASS gives them."""
    result = await desktop.execute(words(folder, module, options), timeout_s=RUN_S)
    return {"returncode": result.returncode, "stdout": result.output}
