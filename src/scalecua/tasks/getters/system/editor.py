"""`vscode_config`: a file that a command of VS Code writes about the editor's state."""

import asyncio
import uuid
from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field

from scalecua.core.action import Action, Key, Type
from scalecua.tasks.getters.base import Fetched, Getter
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import in_home

SETTLE_S = 2.0
WRITTEN_S = 5.0
PAUSE_S = 0.5


class VscodeConfig(Getter):
    """What the command `vscode_extension_command` writes to `path`, run in the window that has the keyboard.

    A file that lies there already is removed, so that nobody else's can be taken for it.
    """

    type: Literal["vscode_config"] = "vscode_config"
    vscode_extension_command: str = Field(min_length=1)
    path: str = Field(min_length=1)
    dest: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Enter the command in the command palette and wait for the file; None if it does not come."""
        await scene.desktop.execute(("rm", "-rf", "--", in_home(self.path)), timeout_s=10)
        command = Type(self.vscode_extension_command)
        for action in (Key(("ctrl", "shift", "p")), command, Key(("enter",))):
            await _act(scene, action)
        name = PurePosixPath(self.dest).name
        deadline = asyncio.get_running_loop().time() + WRITTEN_S
        while (found := await VmFile(path=self.path).one(self.path, name, scene)) is None:
            if asyncio.get_running_loop().time() > deadline:
                return None
            await asyncio.sleep(PAUSE_S)
        return found


async def _act(scene: Scene, action: Action) -> None:
    await scene.desktop.act(action, key=f"vscode-config-{uuid.uuid4().hex}", settle_s=SETTLE_S)
