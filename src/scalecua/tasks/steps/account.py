"""Steps that need an account or a server on the Internet, which desktops here have not: never performed."""

from typing import Literal

from pydantic import Field, model_validator

from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed


class DriveArguments(Step):
    """What one operation on a Google Drive is about: files by query, or a path and what goes there."""

    query: str | None = None
    trash: bool = False
    path: tuple[str, ...] | None = None
    url: str | None = None


class GoogleDrive(Step):
    """Change the files of a Google Drive: operations, and the arguments of each."""

    type: Literal["googledrive"] = "googledrive"
    settings_file: str
    operation: tuple[Literal["delete", "mkdirs", "upload"], ...] = Field(min_length=1)
    args: tuple[DriveArguments, ...]

    @model_validator(mode="after")
    def _paired(self) -> "GoogleDrive":
        if len(self.operation) != len(self.args):
            raise ValueError(f"there are {len(self.operation)} operations and {len(self.args)} args")
        return self

    async def __call__(self, scene: Scene) -> None:
        """Say what is missing."""
        raise StepFailed(
            f"not runnable here: it needs a Google account ({self.settings_file}) and the Internet"
        )


class Login(Step):
    """Log the browser in at a platform."""

    type: Literal["login"] = "login"
    settings_file: str
    platform: Literal["googledrive"]

    async def __call__(self, scene: Scene) -> None:
        """Say what is missing."""
        raise StepFailed(
            f"not runnable here: it needs an account at {self.platform} ({self.settings_file}) "
            "and the Internet"
        )


class Proxy(Step):
    """Lead the desktop's traffic through a proxy server."""

    type: Literal["proxy"] = "proxy"
    client_password: str = ""

    async def __call__(self, scene: Scene) -> None:
        """Say what is missing."""
        raise StepFailed("not runnable here: it needs a proxy server, and a desktop that has the Internet")
