"""`chrome_appearance_mode_ui`: light, dark, or as the system is."""

from typing import Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.profile import at, preferences
from scalecua.tasks.scene import Scene

MODES = {0: "system", 1: "light", 2: "dark"}


class ChromeAppearanceMode(Getter):
    """The chosen mode of the browser's own windows: `"light"`, `"dark"` or, from the start, `"system"`."""

    type: Literal["chrome_appearance_mode_ui"] = "chrome_appearance_mode_ui"

    async def __call__(self, scene: Scene) -> str | None:
        """Read the preferences, in which `color_scheme2` has taken the place of `color_scheme`."""
        found = await preferences(scene)
        if found is None:
            return None
        old, new = (at(found, "browser", "theme", key) for key in ("color_scheme", "color_scheme2"))
        chosen = old if new is None else new
        return MODES.get(chosen, "system") if isinstance(chosen, int) else "system"
