"""Steps that use mouse and keyboard: `act`, and `replay`, which reads what to do from a file."""

import asyncio
import uuid
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from scalecua.core.action import Keyboard, Mouse, Passive
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed, shown

HEAD = "import pyautogui; import time; pyautogui.FAILSAFE = False; "
CODE_S = 120.0
SETTLE_S = 0.5
RECORD_LIMIT = 8 * 1024 * 1024
Deed = Annotated[Mouse | Keyboard | Passive, Field(discriminator="kind")] | str
DEEDS: TypeAdapter[tuple[Deed, ...]] = TypeAdapter(tuple[Deed, ...])


class Act(Step):
    """Perform actions in order: objects as agents' actions are written, or texts of pyautogui code."""

    type: Literal["act"] = "act"
    action_seq: tuple[Deed, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Perform them; the first that does not work ends the step."""
        for deed in self.action_seq:
            if isinstance(deed, str):
                result = await scene.desktop.execute(("python", "-c", HEAD + deed), timeout_s=CODE_S)
                if result.returncode != 0:
                    raise StepFailed(f"{deed!r:.200} {shown(result)}")
            else:
                await scene.desktop.act(deed, key=f"setup:{uuid.uuid4().hex}", settle_s=SETTLE_S)


class Replay(Step):
    """Perform the actions in a file of the host: a JSON list of what `act` takes."""

    type: Literal["replay"] = "replay"
    trajectory: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Read the file and perform it."""
        path = Path(self.trajectory)
        try:
            if path.stat().st_size > RECORD_LIMIT:
                raise StepFailed(f"{path} is larger than {RECORD_LIMIT} bytes")
            deeds = DEEDS.validate_json(await asyncio.to_thread(path.read_bytes))
        except (OSError, ValidationError) as error:
            raise StepFailed(f"cannot read actions from {path}: {error}") from error
        await Act(action_seq=deeds)(scene)
