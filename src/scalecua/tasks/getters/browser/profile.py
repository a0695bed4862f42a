"""The files of the browser's profile."""

import asyncio
import json
from typing import Any

from scalecua.tasks.getters.base import Fetched
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import HOME

# Where Chrome keeps its profiles, and where Chromium does under its own name.
FOLDERS = (f"{HOME}/.config/google-chrome", f"{HOME}/.config/chromium")
PROFILE = "Default"
# A running browser writes a change after so long.
COMMIT_S = 10.5
# How long the browser runs that holds the profile: a link names it `host-pid`, and may outlive it.
AGE = (
    'link=$(readlink "$1/SingletonLock") && [ -e "/proc/${link##*-}/exe" ] && ps -o etimes= -p "${link##*-}"'
)


async def folder(scene: Scene) -> str | None:
    """The folder of profiles that there is, Chrome's before Chromium's."""
    for path in FOLDERS:
        if (await scene.desktop.execute(("test", "-d", path), timeout_s=10)).returncode == 0:
            return path
    return None


async def file(scene: Scene, name: str) -> Fetched | None:
    """A file by its path among the profiles, once the browser has written it; None where there is none."""
    path = await folder(scene)
    if path is None:
        return None
    await _written(scene, path)
    return await fetched(scene, f"{path}/{name}")


async def fetched(scene: Scene, path: str) -> Fetched | None:
    """A file of the desktop; None where there is none."""
    found = await VmFile(path=path)(scene)
    return found if isinstance(found, Fetched) else None


async def document(scene: Scene, name: str) -> dict[str, Any] | None:
    """A JSON object of the folder of profiles; None where there is no such file or it holds none."""
    found = await file(scene, name)
    return None if found is None else _object(found)


async def preferences(scene: Scene) -> dict[str, Any] | None:
    """The profile's preferences, with those that it keeps apart as secure; None where there are none."""
    plain = await document(scene, f"{PROFILE}/Preferences")
    path = await folder(scene)
    if plain is None or path is None:
        return None
    secure = await fetched(scene, f"{path}/{PROFILE}/Secure Preferences")
    return plain if secure is None else merged(plain, _object(secure) or {})


def at(document: Any, *keys: str) -> Any:
    """The value at a path of keys; None where the path ends before."""
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Both objects as one, that of `over` where both have a value."""
    both = {key: merged(under[key], over[key]) for key in under if _objects(under[key], over.get(key))}
    return {**under, **over, **both}


def _objects(*values: Any) -> bool:
    return all(isinstance(value, dict) for value in values)


def _object(found: Fetched) -> dict[str, Any] | None:
    try:
        value = json.loads(found.data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


async def _written(scene: Scene, path: str) -> None:
    """Wait until a browser that runs has written what was last changed; one just started had nothing to."""
    age = (await scene.desktop.execute(("sh", "-c", AGE, "sh", path), timeout_s=10)).output.strip()
    if age.isdecimal() and len(age) < 9 and int(age) >= COMMIT_S:
        await asyncio.sleep(COMMIT_S)
