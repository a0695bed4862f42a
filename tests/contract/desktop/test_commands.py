import asyncio
import time

import pytest

from scalecua.core.action import Type
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.client import GuestDesktop

from .steps import content, do, events, open_window, start_recorder

pytestmark = [pytest.mark.desktops, pytest.mark.asyncio(loop_scope="module")]


async def titles(desktop: GuestDesktop) -> list[str]:
    answer = await desktop.request("/wait_window", {"title": None, "timeout_s": 0})
    return list(answer["titles"])


async def test_command_returns_code_output_and_error(desktop: GuestDesktop) -> None:
    result = await desktop.execute(["sh", "-c", "echo out; echo err >&2; exit 3"], timeout_s=10)
    assert (result.returncode, result.output, result.error) == (3, "out\n", "err\n")


async def test_words_are_not_read_by_a_shell(desktop: GuestDesktop) -> None:
    result = await desktop.execute(["echo", "$HOME; ls *", "'quoted'"], timeout_s=10)
    assert result.output == "$HOME; ls * 'quoted'\n"


async def test_a_shell_only_where_it_is_asked_for(desktop: GuestDesktop) -> None:
    answer = await desktop.request("/execute", {"command": "echo $((6*7))", "shell": True})
    assert answer["output"] == "42\n"


async def test_command_that_takes_too_long_is_killed_with_all_its_children(desktop: GuestDesktop) -> None:
    script = "sleep 4321 & setsid sh -c 'sleep 4321 & sleep 4321' & (setsid sleep 4321 &) ; wait; sleep 4321"
    began = time.monotonic()
    with pytest.raises(DesktopError, match=r"longer than 0\.5 s") as caught:
        await desktop.execute(["sh", "-c", script], timeout_s=0.5)
    assert caught.value.failure is Failure.TIMEOUT
    assert time.monotonic() - began < 10
    assert (await desktop.execute(["pgrep", "-f", "sleep 4321"], timeout_s=5)).returncode == 1


async def test_daemon_left_behind_does_not_hold_the_answer(desktop: GuestDesktop) -> None:
    began = time.monotonic()
    result = await desktop.execute(["sh", "-c", "sleep 30 & echo ready"], timeout_s=20)
    assert result.output == "ready\n"
    assert time.monotonic() - began < 10


async def test_missing_program_is_named(desktop: GuestDesktop) -> None:
    for call in (desktop.execute(["nosuchthing"], timeout_s=5), desktop.launch(["nosuchthing"])):
        with pytest.raises(DesktopError, match="no such program: 'nosuchthing'"):
            await call


async def test_files_are_read_as_they_were_written(desktop: GuestDesktop) -> None:
    data = bytes(range(256)) * 500 + b"\r\n--boundary\r\n\0"
    await desktop.write("/home/user/deep/er/file.bin", data)
    assert await desktop.read("/home/user/deep/er/file.bin") == data
    await desktop.write("/home/user/deep/er/file.bin", b"")
    assert await desktop.read("~/deep/er/file.bin") == b""


async def test_odd_file_names_survive(desktop: GuestDesktop) -> None:
    name = '/home/user/a "b" & ü+%41=;.txt'
    await desktop.write(name, b"x")
    assert await desktop.read(name) == b"x"


async def test_missing_file_is_named(desktop: GuestDesktop) -> None:
    with pytest.raises(DesktopError, match=r"/home/user/none\.txt") as caught:
        await desktop.read("/home/user/none.txt")
    assert caught.value.failure is None


async def test_full_home_is_a_disk_failure(desktop: GuestDesktop) -> None:
    await desktop.write("/home/user/most", bytes(200 << 20))
    with pytest.raises(DesktopError) as caught:
        await desktop.write("/home/user/more", bytes(100 << 20))
    assert caught.value.failure is Failure.DISK


async def test_windows_are_listed_activated_and_closed(desktop: GuestDesktop) -> None:
    await open_window(desktop, ["xterm", "-T", "First one", "-e", "sh", "-c", "cat > ~/first"], "First one")
    await open_window(desktop, ["xterm", "-T", "Second"], "Second")
    assert sorted(await titles(desktop)) == ["First one", "Second"]
    await desktop.request("/setup/activate_window", {"window_name": "first"})
    await do(desktop, Type("here\n"))
    assert await content(desktop, "/home/user/first", b"here\n") == b"here\n"
    await desktop.request("/setup/close_window", {"window_name": "First one", "strict": True})
    for _ in range(50):
        if await titles(desktop) == ["Second"]:
            break
        await asyncio.sleep(0.1)
    assert await titles(desktop) == ["Second"]


async def test_window_that_is_not_there_is_an_error_not_a_shrug(desktop: GuestDesktop) -> None:
    await open_window(desktop, ["xterm", "-T", "Here"], "Here")
    with pytest.raises(DesktopError, match=r"no window 'Absent'; there are \['Here'\]"):
        await desktop.request("/setup/activate_window", {"window_name": "Absent"})
    answer = await desktop.request("/wait_window", {"title": "Absent", "timeout_s": 0.2})
    assert answer == {"found": False, "titles": ["Here"]}


async def test_file_is_opened_in_its_application(desktop: GuestDesktop) -> None:
    await desktop.write("/home/user/letter.txt", b"dear")
    await desktop.request("/setup/open_file", {"path": "/home/user/letter.txt", "timeout_s": 30})
    assert any("letter.txt" in title for title in await titles(desktop))


async def test_osworlds_runners_act_through_pyautogui(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    script = (
        "import pyautogui; import time; pyautogui.FAILSAFE = False; "
        "pyautogui.click(300, 300); pyautogui.doubleClick(310, 310); pyautogui.scroll(-2); "
        "pyautogui.typewrite('<Ab'); pyautogui.hotkey('ctrl', 'k'); pyautogui.dragTo(320, 320); "
        "print(*pyautogui.size(), *pyautogui.position())"
    )
    done = await desktop.execute(["python", "-c", script], timeout_s=20)
    assert (done.output.split("\n")[0], done.error) == ("1280 800 320 320", "")
    seen = await events(desktop)
    assert [event["detail"] for event in seen if event["what"] == "press"] == [1, 1, 1, 5, 5, 1]
    assert sum(event["what"] == "down" for event in seen) == sum(event["what"] == "up" for event in seen) >= 5
