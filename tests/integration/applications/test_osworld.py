"""Tasks of OSWorld from setup to score on live desktops: untouched they score 0, solved they score 1."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.folder import load
from scalecua.verify.check import Check
from scalecua.verify.verify import verify

from . import assets
from .solving import click, key, types, wait

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
DATA = Path(os.environ.get("SCALECUA_TASK_DATA") or Path(__file__).parents[4] / "shared" / "data")
EXAMPLES = DATA / "osworld" / "examples"
Steps = tuple[dict[str, Any], ...]
Files = Callable[[], Mapping[str, bytes]]


# What a document that is no OpenDocument one is asked at its saving: to stay what it is.
SAVED = (key("ctrl", "s"), wait(1), key("enter"), wait(1))
PROFITS = "Profit\n" + "".join(f"=B{row}-C{row}\n" for row in range(2, 12))
PHOTOS = ("emnlp2023.jpg", "hk_group_photo.jpg", "hong-kong-china.jpg")
MONK = "monk252520thailand252520wat252520arun252520scaled25255B225255D.jpg"
VIDEO = "Rick Astley - Never Gonna Give You Up (Official Music Video).mp4"
APPENDED = """\
[ "$(cat ~/output.txt)" = "$(printf '1<br/>\\n2<br/>\\n3<br/>')" ] &&
echo "Success: The task has been completed correctly."
"""
COPIED = """\
for d in dir1 dir2 dir3; do
    if [ -f $d/file1 ]; then echo "Success: file1 exists in $d."; else echo "Error: none in $d."; fi
done
"""
# By domain and first part of the id: files made here, and a way to do it.
TASKS: Mapping[tuple[str, str], tuple[Files, Steps]] = {
    ("os", "5ced85fc"): (
        lambda: {"eval.sh": APPENDED.encode()},
        (types("printf '1<br/>\\n2<br/>\\n3<br/>\\n' > output.txt\n"),),
    ),
    ("os", "6f56bf42"): (
        lambda: {
            "setup.sh": b"mkdir dir1 dir2 dir3; echo x > file1\n",
            "eval.sh": COPIED.encode(),
        },
        (types("for d in dir1 dir2 dir3; do cp file1 $d; done\n"),),
    ),
    ("os", "23393935"): (
        lambda: {
            **{name: assets.picture("JPEG", seed) for seed, name in enumerate((*PHOTOS, MONK))},
            "us_3.png": assets.picture("PNG"),
        },
        (
            key("ctrl", "alt", "t"),
            wait(2),
            types("find Desktop/photos -name '*.jpg' -exec cp {} Desktop/cpjpg \\;\n"),
        ),
    ),
    ("libreoffice_writer", "3ef2b351"): (
        lambda: {"Constitution_Template_With_Guidelines.docx": assets.document()},
        (key("ctrl", "home"), key("ctrl", "e"), *SAVED),
    ),
    ("libreoffice_writer", "ecc2413d"): (
        lambda: {"Sample_Statutory_Declaration.docx": assets.document(pages=5)},
        (key("ctrl", "end"), key("ctrl", "enter"), *SAVED),
    ),
    ("libreoffice_calc", "1e8df695"): (
        lambda: {
            "WeeklySales.xlsx": assets.workbook(),
            "6_WeeklySales_gt1.xlsx": assets.workbook(profit=True),
        },
        (key("ctrl", "home"), key("right"), key("right"), key("right"), types(PROFITS), *SAVED),
    ),
    ("libreoffice_impress", "ce88f674"): (
        lambda: {"AM_Last_Page_Template.pptx": assets.slides()},
        (
            click("menu", "Slide"),
            click("menu item", "Slide Properties..."),
            click("radio button", "Portrait"),
            click("push button", "OK"),
            *SAVED,
        ),
    ),
    ("gimp", "77b8ab4d"): (
        lambda: {"The_Lost_River_Of_Dreams.jpg": assets.picture("JPEG")},
        (
            key("ctrl", "shift", "e"),
            wait(2),
            key("ctrl", "a"),
            types("/home/user/Desktop/export.jpg\n"),
            wait(2),
            key("enter"),
            wait(2),
        ),
    ),
    ("gimp", "a746add2"): (
        lambda: {"dog_with_background.png": assets.picture("PNG")},
        (key("/"), wait(1), types("vignette"), wait(1), key("enter"), wait(2)),
    ),
    ("vlc", "59f21cfb"): (
        lambda: {VIDEO: assets.video()},
        (key("ctrl", "o"), wait(1), types(f"/home/user/Desktop/{VIDEO}\n"), wait(2)),
    ),
    ("chrome", "12086550"): (
        dict,
        (key("ctrl", "l"), types("chrome://password-manager/passwords\n"), wait(2)),
    ),
    ("chrome", "2ad9387a"): (
        dict,
        (
            key("ctrl", "shift", "o"),
            wait(1),
            click("push button", "Organize"),
            click("menu item", "Add new folder"),
            wait(2),
            types("Favorites\n"),
            wait(3),
        ),
    ),
}


@pytest.mark.parametrize(("domain", "name"), TASKS, ids=[f"{domain}-{name}" for domain, name in TASKS])
async def test_untouched_it_scores_0_and_solved_1(
    domain: str, name: str, pool: LocalPool, tmp_path: Path
) -> None:
    if not EXAMPLES.is_dir():
        pytest.skip(f"OSWorld's task files are not at {EXAMPLES}; set SCALECUA_TASK_DATA")
    (file,) = (EXAMPLES / domain).glob(f"{name}-*.json")
    document = json.loads(file.read_text())
    files, steps = TASKS[domain, name]
    assets.mirror(document, files(), tmp_path / "mirror")
    solved = tmp_path / "task.json"
    solved.write_text(json.dumps({**document, "metadata": {"solution": {"steps": steps}}}))
    told: list[Check] = []
    mirror = Assets(tmp_path / "mirror", offline=True)
    blobs = FileBlobs(tmp_path / "blobs")
    await verify([load(solved)], pool, blobs, parallel=1, on_result=told.append, assets=mirror)
    assert [(one.agent, one.score) for one in told] == [("null", 0.0), ("reference", 1.0)], told
