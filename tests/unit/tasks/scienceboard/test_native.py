"""ScienceBoard's tasks on desktops of ours, by doubles of them: what is done, read, and not possible."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scalecua.core.action import Key, Type
from scalecua.core.desktop import ExecResult
from scalecua.core.errors import DesktopError, JudgeError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.tasks.scienceboard.metrics.score import score
from scalecua.tasks.scienceboard.native import grass, kalgebra
from scalecua.tasks.scienceboard.native.collect import collect
from scalecua.tasks.scienceboard.native.initialise import initialise
from scalecua.tasks.scienceboard.native.runnable import runnable

NS = "https://accessibility.ubuntu.example.org/ns/state"


def table(second: str, *rows: tuple[str, str], tag: str = "tree") -> str:
    heads = f'<table-column-header name="Name"/><table-column-header name="{second}"/>'
    cells = "".join(f'<tree-item name="{name}"/><tree-item name="{text}"/>' for name, text in rows)
    return f"<{tag} name=''>{heads}{cells}</{tag}>"


def tree(*inside: str, application: str = "kalgebra") -> str:
    other = f"<application name='other'>{table('Value', ('p', '9'))}</application>"
    whole = f"<application name='{application}'><frame>{''.join(inside)}</frame></application>"
    return f"<desktop-frame xmlns:st='{NS}'>{other}{whole}</desktop-frame>"


class Double:
    """As much of a desktop as is asked: `run` answers commands, `trees` give the tree after each chord."""

    def __init__(self, run: Callable[[tuple[str, ...]], ExecResult] | None = None, **files: str) -> None:
        self.size = (1280, 720)
        self.files = {f"/{name.replace('_', '.')}": text.encode() for name, text in files.items()}
        self.trees: dict[tuple[str, ...], str] = {}
        self.done: list[Any] = []
        self.commands: list[tuple[str, ...]] = []
        self._run = run
        self._shown: tuple[str, ...] = ()

    async def act(self, action: Any, *, key: str, settle_s: float) -> None:
        self.done.append(action)
        if isinstance(action, Key) and action.keys in self.trees:
            self._shown = action.keys

    async def tree(self) -> str:
        return self.trees.get(self._shown, tree())

    async def execute(self, argv: Sequence[str], *, timeout_s: float) -> ExecResult:
        self.commands.append(tuple(argv))
        if argv[0] == "stat":
            data = self.files.get(argv[-1])
            return (
                ExecResult(1, "", "none") if data is None else ExecResult(0, f"{len(data)} regular file", "")
            )
        return self._run(tuple(argv)) if self._run else ExecResult(0, "", "")

    async def read(self, path: str) -> bytes:
        return self.files[path]

    async def write(self, path: str, data: bytes) -> None:
        self.files[path] = data

    async def launch(self, argv: Sequence[str]) -> None:
        self.commands.append(("launch", *argv))

    async def request(self, route: str, body: Any) -> Any:
        self.commands.append((route, body["wm_class"]))
        return {"found": True, "titles": []}


def task(application: str, *items: dict[str, Any], setup: Sequence[dict[str, Any]] = (), **more: Any) -> Task:
    before = {call["path"]: call["text"] for call in setup if call["func"] == "touch"}
    judge = {"scienceboard": list(items), "application": application, "query": [], "before": before}
    apps = more.get("apps", (application,))
    return Task("K/1", more.get("said", "do"), application, apps, "s", tuple(setup), judge, 5, "ScienceBoard")


async def scored(given: Task, desktop: Any, status: Status = Status.DONE, answer: str = "") -> float:
    return score(given.judge, await collect(given, desktop, status, answer)).score


VAL = {"type": "val", "key": "p", "value": 2}
CURVE = {"type": "eqn", "key": [[3, 9], [1, 2]], "value": {"(3, 9)": True, "(1, 2)": False}}


@pytest.mark.parametrize("tag", ["tree", "tree-table", "table"])
async def test_kalgebras_variables_and_curves(tag: str) -> None:
    desktop: Any = Double()
    desktop.trees[kalgebra.CALCULATOR] = tree(table("Value", ("p", "2"), ("pi", "3.14"), tag=tag))
    checked = '<check-menu-item name="Very Fine" st:checked="true"/><check-menu-item name="Poor"/>'
    desktop.trees[kalgebra.CURVES] = tree(table("Plot", ("f1", "x->x^p"), tag=tag), checked)
    assert await scored(task("KAlgebra", VAL), desktop) == 1
    assert await scored(task("KAlgebra", {**VAL, "value": 3}), desktop) == 0
    assert await scored(task("KAlgebra", {"type": "var", "key": "q", "value": "#UNDEF"}), desktop) == 1
    assert await scored(task("KAlgebra", CURVE), desktop) == 1
    fine = {**CURVE, "value": {"(3, 9)": True, "res": 3328}}
    assert await scored(task("KAlgebra", fine), desktop) == 1
    assert await scored(task("KAlgebra", {**fine, "value": {"res": 832}}), desktop) == 0
    assert await scored(task("KAlgebra", {"type": "eqn", "key": "#SIZE", "value": 1}), desktop) == 1
    assert desktop.done[0] == Key(("alt", "c"))


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("", "cannot be read"),
        ("<a", "cannot be read"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><desktop-frame>&a;</desktop-frame>', "cannot be read"),
        ("<desktop-frame/>", "no application"),
        (tree(application="gimp"), "no application"),
        (tree(), "no table"),
        (tree(table("Plot")), "no table"),
    ],
)
async def test_a_tree_that_does_not_tell_is_a_fault(shown: str, said: str) -> None:
    desktop: Any = Double()
    desktop.trees[kalgebra.CALCULATOR] = shown
    with pytest.raises(JudgeError, match=said) as caught:
        await scored(task("KAlgebra", VAL), desktop)
    assert caught.value.failure is Failure.GUEST


def latex(fails: Sequence[str] = (), cites: bool = True) -> Callable[[tuple[str, ...]], ExecResult]:
    def run(argv: tuple[str, ...]) -> ExecResult:
        program = argv[5]
        if program == "grep":
            return ExecResult(0 if cites else 1, "", "")
        return ExecResult(1 if program in fails else 0, "", "")

    return run


COMPILES = {"type": "compile", "path": "/a", "file": "main"}


@pytest.mark.parametrize(
    ("run", "wanted", "programs"),
    [
        (latex(), 1, ["pdflatex", "grep", "bibtex", "pdflatex", "pdflatex"]),
        (latex(cites=False), 1, ["pdflatex", "grep", "pdflatex", "pdflatex"]),
        (latex(["bibtex"], cites=False), 1, ["pdflatex", "grep", "pdflatex", "pdflatex"]),
        (latex(["bibtex"]), 0, ["pdflatex", "grep", "bibtex"]),
        (latex(["pdflatex"]), 0, ["pdflatex"]),
        (lambda argv: ExecResult(125, "", "no folder"), 0, ["pdflatex"]),
        (lambda argv: ExecResult(124, "", ""), 0, ["pdflatex"]),
    ],
)
async def test_a_document_compiles(run: Any, wanted: float, programs: list[str]) -> None:
    desktop: Any = Double(run)
    assert await scored(task("TeXstudio", COMPILES), desktop) == wanted
    assert [argv[5] for argv in desktop.commands] == programs
    assert all(argv[:4] == ("env", "-C", "/a", "timeout") for argv in desktop.commands)


async def test_a_desktop_without_latex_is_a_fault() -> None:
    with pytest.raises(JudgeError, match="no pdflatex"):
        await scored(task("TeXstudio", COMPILES), Double(lambda argv: ExecResult(127, "", "not found")))


async def test_files() -> None:
    touch = {"func": "touch", "path": "/m.tex", "text": "a\n"}
    edited = {"type": "file", "path": "/m.tex", "source": "a", "target": "b"}
    include = {"type": "include", "path": "/r.bib", "pattern": "year"}
    given = task("TeXstudio", edited, include, setup=[touch])
    assert await scored(given, Double(m_tex="b\n", r_bib="year")) == 1
    assert await scored(given, Double(m_tex="a\n", r_bib="year")) == 0
    assert await scored(given, Double(m_tex="b\n")) == 0
    binary = Double(r_bib="")
    binary.files["/m.tex"] = b"\xff\xfe"
    assert await scored(given, binary) == 0


async def test_a_desktop_that_fails_is_no_score() -> None:
    class Broken(Double):
        async def read(self, path: str) -> bytes:
            raise DesktopError("gone", failure=Failure.GUEST)

    with pytest.raises(DesktopError):
        await scored(task("TeXstudio", {"type": "include", "path": "/r", "pattern": "x"}), Broken(r="x"))


MAP = {"func": "map", "grassdb": "/home/user/grassdata", "location": "north", "mapset": "PERMANENT"}
DB: dict[str, Any] = {
    "type": "db",
    "cmd": "v.to.db",
    "kwargs": {"flags": "p", "map": "m@PERMANENT"},
    "key": "lambda out: out.strip()",
    "value": "1|2",
}


async def test_grass_runs_a_module_beside_its_gui() -> None:
    desktop: Any = Double(lambda argv: ExecResult(0, "1|2\n", ""))
    assert await scored(task("GrassGIS", DB, setup=[MAP]), desktop) == 1
    assert desktop.commands == [grass.words("/home/user/grassdata/north", "v.to.db", DB["kwargs"])]
    assert desktop.commands[0][-3:] == ("v.to.db", "-p", "map=m@PERMANENT")
    assert await scored(task("GrassGIS", DB, setup=[MAP]), Double(lambda argv: ExecResult(1, "1|2", ""))) == 0


async def test_what_cannot_be_told_is_no_score() -> None:
    for application, item in (("Celestia", {"type": "info", "key": "lambda d: d", "value": 1}),):
        with pytest.raises(JudgeError, match="cannot tell"):
            await scored(task(application, item), Double())
    stop = {"type": "stop", "value": "ANS", "args": ["4"]}
    assert await scored(task("Celestia", stop), Double(), Status.ANSWERED, "4") == 1


KALGEBRA = {"func": "launch", "command": "LD_LIBRARY_PATH=/l /app/bin/kalgebra «PORTLIKE»", "shell": True}


async def test_the_setup_of_our_desktops() -> None:
    desktop: Any = Double()
    desktop.trees[kalgebra.CURVES] = tree(table("Plot", ("f1", "x->x^2")))
    setup = (
        {"func": "touch", "path": "/s.kal", "text": "a := 1"},
        {"func": "execute", "command": "rm -rf /x", "shell": True},
        KALGEBRA,
        {"func": "tab", "index": 1},
        {"func": "func_2d", "expr": "x->x^2"},
    )
    await initialise(task("KAlgebra", VAL, setup=setup), desktop)
    assert desktop.files["/s.kal"] == b"a := 1"
    assert desktop.commands == [
        *(("sh", "-c", "rm -rf /x"), ("launch", "kalgebra"), ("/wait_window", "kalgebra")),
    ]
    assert Type("x->x^2\n") in desktop.done
    desktop.trees[kalgebra.CURVES] = tree(table("Plot"))
    with pytest.raises(TaskError, match="did not plot") as caught:
        await initialise(task("KAlgebra", VAL, setup=setup), desktop)
    assert caught.value.failure is Failure.SETUP


async def test_programs_are_started_as_ours_are() -> None:
    desktop: Any = Double()
    open_files = {"func": "launch", "command": "texstudio /a/refs.bib /a/main.tex", "shell": True}
    await initialise(task("TeXstudio", COMPILES, setup=[open_files]), desktop)
    assert desktop.commands[0] == ("launch", "texstudio", "/a/refs.bib", "/a/main.tex")
    stop = {"type": "stop", "value": "ANS", "args": ["4"]}
    launch = {"func": "launch", "command": 'gnome-terminal -- /bin/bash -ic "grass --gui /g/world/PERMANENT"'}
    desktop = Double()
    await initialise(task("GrassGIS", stop, setup=[launch, MAP]), desktop, locations=("north",))
    assert desktop.commands[0][-2:] == ("--gui", "/home/user/grassdata/north/PERMANENT")
    foreign = {"func": "launch", "command": "code /home/user/sci"}
    with pytest.raises(TaskError, match="code /home"):
        await initialise(task("TeXstudio", COMPILES, setup=[foreign]), desktop)
    with pytest.raises(TaskError, match="does not run on our desktops: it needs the GRASS"):
        await initialise(task("GrassGIS", stop, setup=[launch, MAP]), desktop)


def document(text: str) -> list[dict[str, Any]]:
    return [{"func": "touch", "path": "/m.tex", "text": text}]


SURFACE = {"type": "eqn", "key": [[1, 2, 3]], "value": {"(1, 2, 3)": True}}
INFO = {"type": "info", "key": "lambda d: d", "value": 1}
STOP = {"type": "stop", "value": "FAIL"}
LAYER = {"func": "layer", "query": {"name": "n"}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (task("KAlgebra", VAL, CURVE, setup=[KALGEBRA]), ""),
        (task("KAlgebra", SURFACE), "space"),
        (task("KAlgebra", {**CURVE, "value": {"color": "#000000"}}), "colour"),
        (task("Celestia", STOP), "Celestia"),
        (task("TeXstudio", COMPILES, apps=("TeXstudio", "ChimeraX")), "ChimeraX"),
        (task("TeXstudio", COMPILES, apps=("TeXstudio", "GrassGIS")), "world_latlong_wgs84"),
        (task("TeXstudio", COMPILES, setup=document(r"\usepackage[x]{amsmath, babel}")), ""),
        (task("TeXstudio", COMPILES, setup=document(r"\usepackage{bussproofs}")), "bussproofs"),
        (task("TeXstudio", COMPILES, setup=document(r"\includegraphics[w]{figs/a.pdf}")), "figs/a.pdf"),
        (task("TeXstudio", COMPILES, said="via Google Scholar"), "network"),
        (task("GrassGIS", STOP, setup=[{**MAP, "location": "south"}]), "south"),
        (task("GrassGIS", STOP, setup=[MAP]), ""),
        (task("GrassGIS", DB, setup=[MAP, LAYER]), "layer"),
        (task("GrassGIS", INFO, setup=[MAP]), "patched"),
    ],
)
def test_runnable(given: Task, said: str) -> None:
    reason = runnable(given, locations=("north",))
    assert (said in reason) if said else reason == ""
