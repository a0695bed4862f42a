"""Steps against a desktop that writes down what it is told: commands, files, windows, actions."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from scalecua.core.action import ACTION, Key
from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.scene import Scene
from scalecua.tasks.setup import run_setup
from scalecua.tasks.steps import window
from scalecua.tasks.steps.base import CommandFailed, StepFailed
from scalecua.tasks.steps.command_line import argv
from scalecua.tasks.steps.parse import parse


class Told:
    """A desktop whose commands answer as prepared, and whose windows have the prepared titles."""

    size = (1280, 800)

    def __init__(self, *answers: ExecResult, titles: Sequence[str] = ()) -> None:
        self.answers = list(answers)
        self.titles = list(titles)
        self.log: list[Any] = []
        self.files: dict[str, bytes] = {}

    async def execute(self, words: Sequence[str], *, timeout_s: float) -> ExecResult:
        self.log.append(tuple(words))
        return self.answers.pop(0) if self.answers else ExecResult(0, "", "")

    async def launch(self, words: Sequence[str]) -> None:
        self.log.append(("launch", *words))

    async def write(self, path: str, data: bytes) -> None:
        self.files[path] = data

    async def act(self, action: Any, *, key: str, settle_s: float) -> None:
        self.log.append(action)

    async def request(self, route: str, body: Mapping[str, Any]) -> Any:
        if route != "/wait_window":
            self.log.append((route, dict(body)))
            if route == "/setup/change_wallpaper" and body["path"].endswith(".txt"):
                raise DesktopError("no picture")
            return "done"
        name = body["title"] or body["wm_class"] or ""
        return {"found": any(name in title for title in self.titles), "titles": self.titles}


def scene(desktop: Told, folder: Path | None = None) -> Scene:
    return Scene(cast(Desktop, desktop), Assets(folder, cache=folder, offline=True))


async def run(desktop: Told, kind: str, folder: Path | None = None, **parameters: Any) -> Scene:
    around = scene(desktop, folder)
    for step in parse(({"type": kind, "parameters": parameters},)):
        await step(around)
    return around


@pytest.mark.parametrize(
    ("command", "shell", "words"),
    [
        ("echo 'a b' {SCREEN_WIDTH_HALF}", False, ("echo", "a b", "640")),
        (("ls", "~/x"), False, ("ls", "/home/user/x")),
        ("ls ~/x | wc", True, ("sh", "-c", "ls ~/x | wc")),
        (("a", "b c"), True, ("sh", "-c", "a b c")),
        ("echo {CLIENT_PASSWORD} | sudo -S id", True, ("sh", "-c", "echo password | sudo -S id")),
        (("click", "{SCREEN_WIDTH},{SCREEN_HEIGHT}"), False, ("click", "1280,800")),
        (("click", "{SCREEN_HEIGHT_HALF}"), False, ("click", "400")),
        (("python", "-c", "print({'a': 1}, '{e}')"), False, ("python", "-c", "print({'a': 1}, '{e}')")),
        (("ls", "a b", "|", "grep", "x.y"), False, ("sh", "-c", "ls 'a b' | grep x.y")),
        (("grep", "|"), False, ("grep", "|")),
        (("grep", "a|b", "~/f"), False, ("grep", "a|b", "/home/user/f")),
    ],
)
def test_commands_become_argument_lists(command: Any, shell: bool, words: tuple[str, ...]) -> None:
    assert argv(command, shell, (1280, 800)) == words


@pytest.mark.parametrize("command", ["  ", "echo 'a"])
def test_a_text_that_is_no_command_is_the_tasks_fault(command: str) -> None:
    with pytest.raises(TaskError, match="command"):
        argv(command, False, (1, 1))


@pytest.mark.parametrize(
    ("parameters", "returned", "outputs"),
    [
        ({"stdout": "diff.out"}, 1, {"diff.out": b"out"}),
        ({"stderr": "e"}, 2, {"e": b"err"}),
        ({"stdout": "o", "stderr": "e"}, 0, {"o": b"out", "e": b"err"}),
        ({}, 0, {}),
        ({"shell": "true"}, 0, {}),
        ({"until": {"returncode": 3}}, 3, {}),
        ({"until": {"stdout": "ou"}}, 1, {}),
        ({"until": {"stderr": "er"}, "stdout": "o"}, 1, {"o": b"out"}),
    ],
)
async def test_commands_take_and_their_output_is_kept(
    parameters: dict[str, Any], returned: int, outputs: dict[str, bytes]
) -> None:
    around = await run(Told(ExecResult(returned, "out", "err")), "execute", command="x", **parameters)
    assert around.outputs == outputs


async def test_until_is_waited_for() -> None:
    desktop = Told(ExecResult(0, "no", ""), ExecResult(0, "yes", ""))
    await run(desktop, "command", command=["x"], until={"stdout": "yes"})
    assert desktop.log == [("x",), ("x",)]
    with pytest.raises(StepFailed, match="returned 0"):
        await run(Told(), "execute", command=["x"], until={"stdout": "yes"}, timeout_s=0.01)


@pytest.mark.parametrize(
    ("command", "own"),
    [
        ("ls -R nowhere", False),
        ("echo 'x' | sudo -S apt-get -y install jq", True),
        ("pip install x", True),
        ("python -c 'import pyautogui; pyautogui.press(1)'", True),
        ("pipx installed", False),
    ],
)
async def test_a_command_that_fails_is_never_silent(command: str, own: bool) -> None:
    with pytest.raises(StepFailed, match="returned 2") as caught:
        await run(Told(ExecResult(2, "", "")), "execute", command=command, shell=True)
    assert isinstance(caught.value, CommandFailed) is not own


async def test_verification_runs_after_the_command() -> None:
    desktop = Told(titles=["Some window"])
    checks = {"window_exists": "Some", "command_success": "test -e x"}
    await run(desktop, "execute_with_verification", command=["a"], verification=checks)
    assert desktop.log == [("a",), ("sh", "-c", "test -e x")]
    checks = {"window_exists": "Other"}
    with pytest.raises(StepFailed, match="Other"):
        await run(desktop, "execute_with_verification", command=["a"], verification=checks)


async def test_download_brings_files_and_remembers_them(tmp_path: Path) -> None:
    (tmp_path / "host.org/d").mkdir(parents=True)
    (tmp_path / "host.org/d/my file").write_bytes(b"one")
    files = [{"url": "https://host.org/d/my%20file", "path": "~/Desktop/a.txt"}]
    desktop = Told()
    around = await run(desktop, "download", tmp_path, files=files)
    assert desktop.files == {"/home/user/Desktop/a.txt": b"one"}
    assert around.downloaded["a.txt"].read_bytes() == b"one"
    files.append({"url": "https://host.org/none", "path": "b"})
    with pytest.raises(TaskError, match=r"host\.org/none") as caught:
        await run(desktop, "download", tmp_path, files=files)
    assert caught.value.failure is Failure.ASSET


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://h/a", "a.txt"])
def test_download_takes_addresses_of_the_web_only(url: str) -> None:
    step = {"type": "download", "parameters": {"files": [{"url": url, "path": "a"}]}}
    with pytest.raises(TaskError, match=r"files\.0\.url"):
        parse((step,))


@pytest.mark.parametrize("title", ["Page - Google Chrome", "Page - Chromium"])
async def test_chromium_goes_by_chromes_name(title: str) -> None:
    desktop = Told(titles=["Terminal", title])
    await run(desktop, "activate_window", window_name="Google Chrome")
    body = {"window_name": title.removeprefix("Page - "), "strict": False, "by_class": False}
    assert desktop.log == [("/setup/activate_window", body)]


@pytest.mark.parametrize("name", ["Google Chrome", "Ghost"])
async def test_a_window_that_is_not_there_is_not_activated(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "FRONT_S", 0.01)
    with pytest.raises(StepFailed, match=name):
        await run(Told(titles=["Terminal"]), "activate_window", window_name=name)


@pytest.mark.parametrize(
    ("titles", "parameters", "taken"),
    [
        (["Other"], {}, True),
        (["Filters"], {}, False),
        (["Filters of x"], {}, False),
        (["Filters of x"], {"strict": True}, True),
        (["Filters"], {"strict": True}, False),
        (["Filters"], {"by_class": True}, False),
        (["Other"], {"by_class": True, "strict": True}, True),
    ],
)
async def test_closing_waits_until_the_window_has_gone(
    titles: list[str], parameters: dict[str, Any], taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "CLOSE_S", 0.0)
    desktop = Told(titles=titles)
    if taken:
        await run(desktop, "close_window", window_name="Filters", **parameters)
    else:
        with pytest.raises(StepFailed, match="Filters"):
            await run(desktop, "close_window", window_name="Filters", **parameters)
    assert [route for route, _ in desktop.log] == ["/setup/close_window"]


async def test_the_view_is_changed() -> None:
    desktop = Told()
    await run(desktop, "change_wallpaper", path="~/a.png")
    await run(desktop, "tidy_desktop")
    wanted = [("/setup/change_wallpaper", {"path": "/home/user/a.png"}), ("wmctrl", "-k", "on")]
    assert desktop.log == wanted
    with pytest.raises(StepFailed, match="returned 1"):
        await run(Told(ExecResult(1, "", "no")), "tidy_desktop")
    step = {"type": "change_wallpaper", "parameters": {"path": "a.txt"}}
    task = SimpleNamespace(setup=(step,), judge={})
    with pytest.raises(TaskError, match="no picture") as caught:
        await run_setup(cast(Task, task), scene(desktop))
    assert caught.value.failure is Failure.SETUP


async def test_actions_are_performed_and_replayed(tmp_path: Path) -> None:
    key = {"kind": "key", "keys": ["ctrl", "s"]}
    code = "pyautogui.press('a')"
    desktop = Told()
    await run(desktop, "act", action_seq=[key, code])
    pressed, (python, dash, said) = desktop.log
    assert pressed == ACTION.validate_python(key)
    assert isinstance(pressed, Key)
    assert (python, dash) == ("python", "-c")
    assert said.endswith(f"; {code}")
    file = tmp_path / "deeds.json"
    file.write_text('[{"kind": "key", "keys": ["ctrl", "s"]}]')
    await run(desktop, "replay", trajectory=str(file))
    assert desktop.log[2:] == [pressed]
    with pytest.raises(StepFailed, match="returned 1"):
        await run(Told(ExecResult(1, "", "")), "act", action_seq=[code])
    for said in ('[{"kind": "jump"}]', "{"):
        file.write_text(said)
        with pytest.raises(StepFailed, match=r"deeds\.json"):
            await run(desktop, "replay", trajectory=str(file))
    with pytest.raises(StepFailed, match=r"none\.json"):
        await run(desktop, "replay", trajectory=str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("kind", "parameters", "missing"),
    [
        (
            "googledrive",
            {
                "settings_file": "s.yml",
                "operation": ["delete", "mkdirs", "upload"],
                "args": [
                    {"query": "title = 'a'", "trash": False},
                    {"path": ["a"]},
                    {"url": "http://h/a", "path": ["a"]},
                ],
            },
            "Google account",
        ),
        ("login", {"settings_file": "s.json", "platform": "googledrive"}, "account at googledrive"),
        ("proxy", {}, "proxy server"),
    ],
)
async def test_what_needs_an_account_says_so(kind: str, parameters: dict[str, Any], missing: str) -> None:
    with pytest.raises(StepFailed, match=f"not runnable here.*{missing}"):
        await run(Told(), kind, **parameters)
