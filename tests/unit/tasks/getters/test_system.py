"""What getters find of the desktop's screen, terminals, editors, folders and workbooks."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from openpyxl import Workbook

from scalecua.core.action import Action, Key, Type
from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.base import TEXT_LIMIT, Fetched
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.getters.system import editor
from scalecua.tasks.scene import Scene

GONE = DesktopError("no such thing")
CRASHED = DesktopError("it has ended", failure=Failure.CRASH)
NOTHING = ExecResult(0, "", "")
SPACE = "https://accessibility.ubuntu.example.org/ns/state"


class Machine:
    """A desktop with files, one answer to each route, one to commands, and a tree."""

    size = (800, 600)

    def __init__(
        self,
        *,
        files: dict[str, bytes] | None = None,
        routes: dict[str, Any] | None = None,
        command: ExecResult | DesktopError = NOTHING,
        tree: str = "",
        writes: bool = True,
    ) -> None:
        self.files, self.routes, self.command = files or {}, routes or {}, command
        self.xml, self.writes = tree, writes
        self.asked: list[Any] = []
        self.actions: list[Action] = []

    async def execute(self, words: Sequence[str], *, timeout_s: float) -> ExecResult:
        if words[0] == "rm":
            self.files.pop(words[-1], None)
        elif words[0] != "stat":
            self.asked.append(tuple(words))
            if isinstance(self.command, DesktopError):
                raise self.command
            return self.command
        data = self.files.get(words[-1])
        return ExecResult(1, "", "") if data is None else ExecResult(0, f"{len(data)} regular file\n", "")

    async def read(self, path: str) -> bytes:
        return self.files[path]

    async def tree(self) -> str:
        return self.xml

    async def request(self, route: str, body: Mapping[str, Any]) -> Any:
        self.asked.append((route, dict(body)))
        if isinstance(self.routes[route], DesktopError):
            raise self.routes[route]
        return self.routes[route]

    async def act(self, action: Action, *, key: str, settle_s: float) -> None:
        self.actions.append(action)
        if action == Key(("enter",)) and self.writes:
            self.files["/home/user/Open.txt"] = b"project"


async def fetch(spec: dict[str, Any], machine: Machine) -> Any:
    return await parse(spec, "result")(Scene(cast(Desktop, machine), cast(Assets, None)))


WINDOW = {"type": "vm_window_size", "app_class_name": "vlc"}
FOLDER = {"type": "list_directory", "path": "~/d"}
WALLPAPER = {"type": "vm_wallpaper", "dest": "a/b.png"}
LISTING = {"type": "directory", "name": "d", "children": []}


async def test_sizes() -> None:
    size = {"width": 800, "height": 600}
    assert await fetch({"type": "vm_screen_size"}, Machine(routes={"/screen_size": size})) == size
    machine = Machine(routes={"/window_size": size})
    assert await fetch(WINDOW, machine) == size
    assert machine.asked == [("/window_size", {"app_class_name": "vlc"})]
    assert await fetch(WINDOW, Machine(routes={"/window_size": GONE})) == {"width": 0, "height": 0}


async def test_a_wallpaper_is_a_file() -> None:
    assert await fetch(WALLPAPER, Machine(routes={"/wallpaper": b"png"})) == Fetched("b.png", b"png")
    assert await fetch(WALLPAPER, Machine(routes={"/wallpaper": GONE})) is None
    with pytest.raises(DesktopError, match="picture"):
        await fetch(WALLPAPER, Machine(routes={"/wallpaper": "text"}))


async def test_folders() -> None:
    machine = Machine(routes={"/list_directory": {"directory_tree": LISTING}})
    assert await fetch(FOLDER, machine) == LISTING
    assert machine.asked == [("/list_directory", {"path": "/home/user/d"})]
    assert await fetch(FOLDER, Machine(routes={"/list_directory": GONE})) is None
    huge = {**LISTING, "children": [{"type": "file", "name": "x" * TEXT_LIMIT}]}
    assert await fetch(FOLDER, Machine(routes={"/list_directory": {"directory_tree": huge}})) is None


@pytest.mark.parametrize(
    ("spec", "route"),
    [(WINDOW, "/window_size"), (WALLPAPER, "/wallpaper"), (FOLDER, "/list_directory")],
)
async def test_a_broken_desktop_raises(spec: dict[str, Any], route: str) -> None:
    with pytest.raises(DesktopError, match="ended"):
        await fetch(spec, Machine(routes={route: CRASHED}))


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("<terminal>$ stty\n43 132  \n\n</terminal>", "$ stty\n43 132"),
        ("<terminal>a</terminal><terminal st:focused='true'>b</terminal>", "b"),
        ("<terminal>a</terminal><terminal>b</terminal>", "a"),
        ("<terminal/>", ""),
        ("<label>a</label>", None),
    ],
)
async def test_terminals(inside: str, text: str | None) -> None:
    tree = f'<desktop-frame xmlns:st="{SPACE}"><application>{inside}</application></desktop-frame>'
    assert await fetch({"type": "vm_terminal_output"}, Machine(tree=tree)) == text


@pytest.mark.parametrize("tree", ["", "<a>", '<!DOCTYPE a [<!ENTITY b "c">]><a><terminal>&b;</terminal></a>'])
async def test_a_tree_that_cannot_be_read_shows_no_terminal(tree: str) -> None:
    assert await fetch({"type": "vm_terminal_output"}, Machine(tree=tree)) is None


ERROR = {"type": "vm_command_error", "command": ["python", "-c", "import a"]}


async def test_errors_of_commands() -> None:
    machine = Machine(command=ExecResult(1, "out", "ImportError: a"))
    assert await fetch(ERROR, machine) == "ImportError: a"
    assert machine.asked == [("python", "-c", "import a")]
    assert await fetch(ERROR, Machine(command=ExecResult(0, "out", ""))) == ""
    assert len(await fetch(ERROR, Machine(command=ExecResult(1, "", "x" * TEXT_LIMIT * 2)))) == TEXT_LIMIT
    assert await fetch(ERROR, Machine(command=DesktopError("late", failure=Failure.TIMEOUT))) is None


@pytest.mark.parametrize("command", [ExecResult(127, "", "python: not found"), DesktopError("refused")])
async def test_a_command_that_the_desktop_lacks_is_the_judges_fault(
    command: ExecResult | DesktopError,
) -> None:
    with pytest.raises(JudgeError):
        await fetch(ERROR, Machine(command=command))


OPENED = {
    "type": "vscode_config",
    "vscode_extension_command": "OpenProject",
    "path": "/home/user/Open.txt",
    "dest": "a.txt",
}


async def test_a_command_of_vs_code_writes_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(files={"/home/user/Open.txt": b"old"})
    assert await fetch(OPENED, machine) == Fetched("a.txt", b"project")
    assert machine.actions == [Key(("ctrl", "shift", "p")), Type("OpenProject"), Key(("enter",))]
    monkeypatch.setattr(editor, "WRITTEN_S", 0.1)
    monkeypatch.setattr(editor, "PAUSE_S", 0.05)
    assert await fetch(OPENED, Machine(files={"/home/user/Open.txt": b"old"}, writes=False)) is None


async def test_settings_of_gimp() -> None:
    spec = {"type": "gimp_config_file", "file_name": "gimprc", "dest": "gimprc"}
    machine = Machine(files={"/home/user/.config/GIMP/2.10/gimprc": b"(theme)"})
    assert await fetch(spec, machine) == Fetched("gimprc", b"(theme)")
    assert await fetch({**spec, "file_name": "sessionrc"}, machine) is None


def workbook(*rows: Sequence[object]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            sheet.cell(number, column, cast(Any, value))
    book.create_sheet("Other").append(["wrong"])
    book.active = 1
    book.save(out)
    return out.getvalue()


ROW = {"type": "content_from_vm_file", "path": "~/a.xlsx", "file_type": "xlsx", "file_content": "last_row"}
HEADING = ("Name", "Cited", "Link")


@pytest.mark.parametrize(
    ("rows", "last"),
    [
        ([HEADING, ("A", 1, "x"), ("B", 345074, 2.5)], ["B", "345074", "2.5"]),
        ([HEADING, ("A", 1, "x"), ("B",), (), (None, " ")], ["B", "", ""]),
        ([HEADING, ("A", None, "x", "more")], ["A", "", "x", "more"]),
        ([HEADING], None),
        ([], None),
    ],
)
async def test_the_last_row_of_a_workbook(rows: list[Sequence[object]], last: list[str] | None) -> None:
    assert await fetch(ROW, Machine(files={"/home/user/a.xlsx": workbook(*rows)})) == last


async def test_what_is_no_workbook_has_no_last_row(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (65 << 20))
    with zipfile.ZipFile(tmp_path / "other", "w") as archive:
        archive.writestr("a.txt", b"a")
    for data in (b"", b"text", *((tmp_path / name).read_bytes() for name in ("bomb", "other"))):
        assert await fetch(ROW, Machine(files={"/home/user/a.xlsx": data})) is None
    assert await fetch(ROW, Machine()) is None


@pytest.mark.parametrize(
    "spec",
    [
        {"type": "gimp_config_file", "file_name": "../x", "dest": "a"},
        {**ROW, "file_type": "ods"},
        {**ROW, "file_content": "first_row"},
        {"type": "vm_screen_size", "app_class_name": "vlc"},
        {"type": "vm_window_size"},
        {"type": "vm_terminal_output", "lines": 3},
        {**ERROR, "command": ""},
        {**OPENED, "wait": 3},
        {**FOLDER, "depth": 1},
        {**WALLPAPER, "path": "a"},
    ],
)
def test_wrong_parameters_are_the_tasks_fault(spec: dict[str, Any]) -> None:
    with pytest.raises(JudgeError):
        parse(spec, "result")
