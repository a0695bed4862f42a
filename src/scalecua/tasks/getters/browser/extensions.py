"""Extensions of the browser: the folders of unpacked ones, and the names of all."""

from typing import Any, Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.profile import at, preferences
from scalecua.tasks.scene import Scene


class FindUnpackedExtensionPath(Getter):
    """The folders from which extensions were loaded unpacked."""

    type: Literal["find_unpacked_extension_path"] = "find_unpacked_extension_path"

    async def __call__(self, scene: Scene) -> list[str] | None:
        """Read the preferences; an extension of the store lies at a path in the profile, and is left out."""
        found = await _extensions(scene)
        if found is None:
            return None
        paths = [at(extension, "path") for extension in found]
        return [path for path in paths if isinstance(path, str) and path.startswith("/")]


class FindInstalledExtensionName(Getter):
    """The names of the installed extensions."""

    type: Literal["find_installed_extension_name"] = "find_installed_extension_name"

    async def __call__(self, scene: Scene) -> list[str] | None:
        """Read the preferences."""
        found = await _extensions(scene)
        if found is None:
            return None
        names = [at(extension, "manifest", "name") for extension in found]
        return [name for name in names if isinstance(name, str)]


async def _extensions(scene: Scene) -> list[Any] | None:
    found = await preferences(scene)
    if found is None:
        return None
    settings = at(found, "extensions", "settings")
    return list(settings.values()) if isinstance(settings, dict) else []
