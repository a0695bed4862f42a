"""OSWorld's protocol, proven by a client that is not ours: the controllers of the desktop-env package."""

import asyncio
import json
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scalecua.config.desktop import DesktopSection
from scalecua.desktop.serve import serve

pytestmark = pytest.mark.desktops
PACKAGE = Path(sys.prefix) / "desktop-env"
SCRIPT = Path(__file__).with_name("controllers.py")
PNG = "89504e470d0a1a0a"


async def test_the_published_controllers_find_everything_in_place(tmp_path: Path) -> None:
    if not PACKAGE.is_dir() and not os.environ.get("CI"):
        pytest.skip(f"the package desktop-env is not in {PACKAGE}; `make setup` puts it there")
    async with serve("default", DesktopSection(count=1, start_timeout_s=60), port=0) as facts:
        where = urlsplit(str(facts["url"]))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(SCRIPT), f"any:{facts['token']}@127.0.0.1", str(where.port)),
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PACKAGE)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        said, wrong = await asyncio.wait_for(process.communicate(), 200)
    assert process.returncode == 0, wrong.decode()[-3000:]
    found = json.loads(said)
    assert found.pop("errors") == []
    film = {name: found.pop(name) for name in ("wallpaper_after", "film", "late", "bash", "python")}
    assert film["film"] == "ftyp"
    assert film["wallpaper_after"]
    assert film["bash"]["returncode"] == 3
    assert film["bash"]["output"] == "/tmp\nwrong\n"
    assert film["late"]["returncode"] == -1
    assert film["python"]["output"] == "42\n"
    entries = found.pop("directory")
    assert {"1280", "got.txt", "made.txt", "put.txt", "wall.png", "Desktop"} <= set(entries)
    window = found.pop("window")
    assert 100 < window["width"] < 1280
    assert 50 < window["height"] < 800
    assert found == {
        "screenshot": PNG,
        "tree": "<desktop-frame",
        "terminal": None,
        "platform": "Linux",
        "screen": {"width": 1280, "height": 800},
        "desktop_path": "/home/user/Desktop",
        "wallpaper": PNG,
        "drawn": "success",
        "setup": True,
        "out": "said\n",
        "err": "wrong\n",
        "got": "fetched\n",
        "put": "uploaded\n",
        "pyautogui": 0,
        "position": "Point(x=640, y=400)",
    }
