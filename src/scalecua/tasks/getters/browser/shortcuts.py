"""`shortcuts_on_desktop`: the launchers that lie on the desktop."""

from typing import Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.profile import fetched
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import HOME

FOLDER = f"{HOME}/Desktop"
COUNT = 200
SIZE_KB = 64


class ShortcutsOnDesktop(Getter):
    """Texts by file name, of at most COUNT launchers of SIZE_KB each."""

    type: Literal["shortcuts_on_desktop"] = "shortcuts_on_desktop"

    async def __call__(self, scene: Scene) -> dict[str, str] | None:
        """Read them; None where there is no folder for the desktop."""
        look = ("find", FOLDER, "-mindepth", "1", "-maxdepth", "1", "-name", "*.desktop", "-type", "f")
        asked = (*look, "-size", f"-{SIZE_KB + 1}k", "-printf", "%f\\n")
        listed = await scene.desktop.execute(asked, timeout_s=10)
        if listed.returncode != 0:
            return None
        texts: dict[str, str] = {}
        for name in listed.output.splitlines()[:COUNT]:
            found = await fetched(scene, f"{FOLDER}/{name}")
            if found is not None:
                texts[name] = found.data[: SIZE_KB * 1024].decode("utf-8", "replace")
        return texts
