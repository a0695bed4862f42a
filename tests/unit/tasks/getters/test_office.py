"""Media of a slide: inside the presentation, beside it, missing, and in a file made to do harm."""

import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, cast

import pptx
import pytest
from PIL import Image
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.base import FILE_LIMIT, Fetched
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.scene import Scene

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MEDIA = "http://schemas.microsoft.com/office/2007/relationships/media"
DECK = "/home/user/Desktop/deck.pptx"
SONG = b"ID3 song"


class Disk:
    """A desktop with these files, where commands may fail."""

    size = (1280, 800)

    def __init__(self, files: dict[str, bytes], error: DesktopError | None = None) -> None:
        self.files = files
        self.error = error

    async def execute(self, words: Sequence[str], *, timeout_s: float) -> ExecResult:
        if self.error is not None:
            raise self.error
        data = self.files.get(words[-1])
        return ExecResult(1, "", "") if data is None else ExecResult(0, f"{len(data)} regular file", "")

    async def read(self, path: str) -> bytes:
        return self.files[path]


async def get(disk: Disk, kind: str, index: int = 0) -> Any:
    spec = {"type": kind, "ppt_file_path": DECK, "slide_index": index, "dest": "got/media.bin"}
    return await parse(spec, "result")(Scene(cast(Desktop, disk), Assets(offline=True)))


def deck(*changes: Callable[[Any], object]) -> bytes:
    made = pptx.Presentation()
    for _ in range(2):
        made.slides.add_slide(made.slide_layouts[6])
    for change in changes:
        change(made)
    data = BytesIO()
    made.save(data)
    return data.getvalue()


def embedded(slide: int, kind: str, name: str, data: bytes = SONG) -> Callable[[Any], object]:
    def change(made: Any) -> None:
        part = Part(PackURI(f"/ppt/media/{name}"), "audio/mpeg", made.part.package, data)
        made.slides[slide].part.relate_to(part, kind)

    return change


def linked(kind: str, target: str) -> Callable[[Any], object]:
    return lambda made: made.slides[0].part.rels.get_or_add_ext_rel(kind, target)


def swapped(made: Any) -> None:
    made.slides._sldIdLst.append(made.slides._sldIdLst[0])


AUDIO = f"{OFFICE}/audio"


@pytest.mark.parametrize(
    ("changes", "index", "found"),
    [
        ([embedded(0, AUDIO, "a.mp3")], 0, SONG),
        ([embedded(0, AUDIO, "a.mp3")], 1, None),
        ([embedded(1, AUDIO, "a.mp3")], 1, SONG),
        ([embedded(0, AUDIO, "a.mp3"), swapped], 1, SONG),
        ([embedded(0, AUDIO, "a.mp3")], 2, None),
        ([embedded(0, MEDIA, "a.wav")], 0, SONG),
        ([embedded(0, MEDIA, "a.mp4")], 0, None),
        ([embedded(0, f"{OFFICE}/image", "a.mp3")], 0, None),
        ([embedded(0, MEDIA, "a.wav", b"other"), embedded(0, AUDIO, "b.mp3")], 0, SONG),
        ([linked(AUDIO, "file:///home/user/my%20song.mp3")], 0, b"linked"),
        ([linked(AUDIO, "song.mp3")], 0, b"beside"),
        ([linked(AUDIO, "../my%20song.mp3")], 0, None),
        ([linked(AUDIO, "file:///home/user/none.mp3")], 0, None),
        ([linked(AUDIO, "file:///home/user/%00.mp3")], 0, None),
        ([linked(AUDIO, "https://example.org/song.mp3")], 0, None),
        ([], 0, None),
    ],
)
async def test_audio(changes: list[Callable[[Any], object]], index: int, found: bytes | None) -> None:
    disk = Disk(
        {
            DECK: deck(*changes),
            "/home/user/my song.mp3": b"linked",
            "/home/user/Desktop/song.mp3": b"beside",
        }
    )
    expected = None if found is None else Fetched("media.bin", found)
    assert await get(disk, "audio_in_slide", index) == expected


def picture() -> bytes:
    data = BytesIO()
    Image.new("RGB", (4, 4), "red").save(data, "PNG")
    return data.getvalue()


def background(slide: int = 0, attribute: str = "embed") -> Callable[[Any], object]:
    def change(made: Any) -> None:
        _, name = made.slides[slide].part.get_or_add_image_part(BytesIO(picture()))
        if attribute == "link":
            name = made.slides[slide].part.rels.get_or_add_ext_rel(
                f"{OFFICE}/image", "file:///home/user/a.png"
            )
        blip = f'<a:blip r:{attribute}="{name}"/>'
        fill = f"<p:bgPr><a:blipFill>{blip}<a:stretch/></a:blipFill><a:effectLst/></p:bgPr>"
        xml = f"<p:bg {nsdecls('p', 'a', 'r')}>{fill}</p:bg>"
        made.slides[slide].element.find(f"{{{NS}}}cSld").insert(0, parse_xml(xml))

    return change


NS = "http://schemas.openxmlformats.org/presentationml/2006/main"


def only_a_picture(made: Any) -> None:
    made.slides[0].shapes.add_picture(BytesIO(picture()), 0, 0)


@pytest.mark.parametrize(
    ("change", "index", "found"),
    [
        (background(), 0, picture()),
        (background(), 1, None),
        (background(1), 1, picture()),
        (background(attribute="link"), 0, b"linked"),
        (only_a_picture, 0, None),
    ],
)
async def test_background_image(change: Callable[[Any], object], index: int, found: bytes | None) -> None:
    disk = Disk({DECK: deck(change), "/home/user/a.png": b"linked"})
    expected = None if found is None else Fetched("media.bin", found)
    assert await get(disk, "background_image_in_slide", index) == expected


def rewritten(data: bytes, part: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The presentation with one part replaced."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
        new.writestr(part, content, compress_type=method)
    return made.getvalue()


def many(data: bytes) -> bytes:
    made = BytesIO(data)
    with zipfile.ZipFile(made, "a") as archive:
        for number in range(20_001):
            archive.writestr(f"x/{number}", b"")
    return made.getvalue()


SOUND = deck(embedded(0, AUDIO, "a.mp3"))
RELS = "ppt/slides/_rels/slide1.xml.rels"
ENTITY = b'<!DOCTYPE a [<!ENTITY b "x">]><Relationships>&b;</Relationships>'


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no zip",
        SOUND[: len(SOUND) // 2],
        rewritten(SOUND, "ppt/media/a.mp3", bytes(FILE_LIMIT + 1)),
        rewritten(SOUND, "ppt/media/a.mp3", SONG, zipfile.ZIP_BZIP2),
        rewritten(SOUND, RELS, ENTITY),
        rewritten(SOUND, RELS, b" " * (5 * 1024 * 1024)),
        rewritten(SOUND, RELS, b"<open>"),
        rewritten(SOUND, "_rels/.rels", b"<Relationships/>"),
        many(SOUND),
    ],
)
async def test_a_harmful_presentation_holds_nothing(data: bytes) -> None:
    assert await get(Disk({DECK: data}), "audio_in_slide") is None


async def test_a_missing_presentation_is_the_agents_and_a_failing_desktop_is_not() -> None:
    assert await get(Disk({}), "audio_in_slide") is None
    with pytest.raises(DesktopError):
        await get(Disk({}, DesktopError("gone", failure=Failure.CRASH)), "background_image_in_slide")


@pytest.mark.parametrize("change", [{"slide": 0}, {"slide_index": -1}, {"dest": ""}])
def test_parameters_are_closed(change: dict[str, Any]) -> None:
    spec = {"type": "audio_in_slide", "ppt_file_path": DECK, "slide_index": 0, "dest": "a.mp3"}
    with pytest.raises(JudgeError, match=next(iter(change))):
        parse({**spec, **change}, "result")
