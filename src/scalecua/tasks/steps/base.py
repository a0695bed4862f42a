"""What every setup step is: closed parameters, and a call that performs it or raises."""

from pydantic import BaseModel, ConfigDict

from scalecua.core.desktop import ExecResult
from scalecua.tasks.scene import Scene

HOME = "/home/user"
OUTPUT_SHOWN = 600


class Step(BaseModel):
    """One setup step; the call raises StepFailed when the desktop answers but the step did not take."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    async def __call__(self, scene: Scene) -> None:
        """Perform the step."""
        raise StepFailed(f"{type(self).__name__} performs nothing")


class StepFailed(Exception):
    """A step did not take; the runner turns it into a TaskError that names the step."""


class CommandFailed(StepFailed):
    """A command ran to its end and did not return what was wanted; after an agent's work, that may be why."""


def in_home(path: str) -> str:
    """A path inside the desktop with a leading `~` resolved."""
    return HOME + path[1:] if path == "~" or path.startswith("~/") else path


def shown(result: ExecResult) -> str:
    """What a command returned, cut to a readable length."""
    text = f"returned {result.returncode}; output {result.output[-OUTPUT_SHOWN:]!r}"
    return f"{text}; error {result.error[-OUTPUT_SHOWN:]!r}"
