"""Getters that need the live web or an account there, which judges here have not: never fetched."""

from typing import Literal, NoReturn

from pydantic import Field, model_validator

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import Getter
from scalecua.tasks.scene import Scene

Names = str | tuple[str, ...]


class GoogleDriveFile(Getter):
    """Files of a Google Drive: one by its `path` or `query`, several by `path_list` or `query_list`.

    A path is a list of folders with the file's name at its end, a query a list of one a folder.
    """

    type: Literal["googledrive_file"] = "googledrive_file"
    settings_file: str
    path: tuple[str, ...] | None = None
    query: tuple[str, ...] | None = None
    path_list: tuple[tuple[str, ...], ...] | None = None
    query_list: tuple[tuple[str, ...], ...] | None = None
    dest: Names

    @model_validator(mode="after")
    def _one_way(self) -> "GoogleDriveFile":
        ways = (self.path, self.query, self.path_list, self.query_list)
        if sum(way is not None for way in ways) != 1:
            raise ValueError("give one of path, query, path_list and query_list")
        return self

    async def __call__(self, scene: Scene) -> None:
        """Say what is missing."""
        _unreachable(f"a file of Google Drive needs an account ({self.settings_file}) and the Internet")


class Info(Getter):
    """One thing of a page: the text or an attribute of what a selector finds, after clicks where asked."""

    action: Literal["inner_text", "attribute", "click_and_inner_text", "click_and_attribute"]
    selector: Names
    attribute: str | None = None


class InfoFromWebsite(Getter):
    """What a page says today; `backups` are what it said when the task was written."""

    type: Literal["info_from_website"] = "info_from_website"
    url: str
    infos: tuple[Info, ...] = Field(min_length=1)
    backups: tuple[str, ...]

    async def __call__(self, scene: Scene) -> None:
        """Say what is missing."""
        _unreachable(f"what {self.url} says needs the live web")


def _unreachable(what: str) -> NoReturn:
    raise JudgeError(f"not runnable here: {what}", failure=Failure.NETWORK)
