"""`audio_in_slide` and `background_image_in_slide`: media that a slide of a presentation has."""

import asyncio
import mimetypes
import posixpath
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field

from scalecua.tasks.getters.base import Fetched, Getter
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.getters.office.package import P, Package, R, Relation
from scalecua.tasks.metrics.unreadable import Unreadable, agents
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import in_home

_BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
Find = Callable[[Package, str], Iterator[Relation]]


class _InSlide(Getter):
    ppt_file_path: str = Field(min_length=1)
    slide_index: int = Field(ge=0)
    dest: str = Field(min_length=1)

    async def _fetched(self, scene: Scene, find: Find) -> Fetched | None:
        """The first file that `find` gives: from inside the presentation, or one that it links to."""
        deck = await _file(in_home(self.ppt_file_path), scene)
        found = None if deck is None else await asyncio.to_thread(_first, deck.data, self.slide_index, find)
        if isinstance(found, str):
            path = _path(found, in_home(self.ppt_file_path))
            linked = None if path is None else await _file(path, scene)
            found = None if linked is None else linked.data
        return None if found is None else Fetched(PurePosixPath(self.dest).name, found)


class AudioInSlide(_InSlide):
    """The sound of slide `slide_index`, counted from 0 as shown; None if there is no such slide or sound."""

    type: Literal["audio_in_slide"] = "audio_in_slide"

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Fetch it."""
        return await self._fetched(scene, _sounds)


class BackgroundImageInSlide(_InSlide):
    """The picture that is the own background of slide `slide_index`, counted from 0 as shown, or None."""

    type: Literal["background_image_in_slide"] = "background_image_in_slide"

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Fetch it."""
        return await self._fetched(scene, _backgrounds)


async def _file(path: str, scene: Scene) -> Fetched | None:
    return await VmFile(path=path).one(path, PurePosixPath(path).name, scene)


def _first(data: bytes, index: int, find: Find) -> bytes | str | None:
    """The first file's bytes, or the address of one that lies outside; None where nothing can be read."""
    try:
        with agents("a presentation"):
            package = Package(data)
            found = next(find(package, package.slides()[index]), None)
            if found is None or found.external:
                return None if found is None else found.target
            return package.read(found.target)
    except Unreadable:
        return None


def _sounds(package: Package, slide: str) -> Iterator[Relation]:
    relations = package.relations(slide)
    yield from (item for item in relations if item.kind == "audio")
    for item in relations:
        if item.kind == "media" and (mimetypes.guess_type(item.target)[0] or "").startswith("audio/"):
            yield item


def _backgrounds(package: Package, slide: str) -> Iterator[Relation]:
    relations = {item.id: item for item in package.relations(slide)}
    background = package.xml(slide).find(f"{P}cSld/{P}bg/{P}bgPr")
    for blip in () if background is None else background.iter(_BLIP):
        for attribute in (f"{R}embed", f"{R}link"):
            if blip.get(attribute) in relations:
                yield relations[blip.get(attribute)]


def _path(address: str, deck: str) -> str | None:
    """The path on the desktop of a `file:` address, or of one that is relative to the presentation."""
    parts = urlsplit(address)
    path = posixpath.join(posixpath.dirname(deck), unquote(parts.path))
    return path if parts.scheme in ("", "file") and parts.path and "\0" not in path else None
