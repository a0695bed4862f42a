import asyncio

import pytest

from scalecua.core.action import (
    Action,
    CursorPosition,
    Done,
    DoubleClick,
    HoldKey,
    Key,
    LeftClick,
    LeftClickDrag,
    LeftMouseDown,
    LeftMouseUp,
    MiddleClick,
    MouseMove,
    RightClick,
    Screenshot,
    Scroll,
    TripleClick,
    Type,
    Wait,
    WriteFile,
)
from scalecua.core.errors import DesktopError
from scalecua.desktop.client import GuestDesktop

from .steps import do, events, open_window, start_recorder

pytestmark = [pytest.mark.desktops, pytest.mark.asyncio(loop_scope="module")]

SHIFT, CTRL, ALT = 1, 4, 8


async def test_click_moves_the_pointer_and_says_so(desktop: GuestDesktop) -> None:
    result = await desktop.act(LeftClick(123, 45), key="a", settle_s=0)
    assert result.performed
    assert not result.duplicate
    assert result.cursor == (123, 45)


async def test_corner_pixels_are_on_the_screen(desktop: GuestDesktop) -> None:
    for x, y in ((0, 0), (1279, 799)):
        assert (await desktop.act(MouseMove(x, y), key=f"{x}", settle_s=0)).cursor == (x, y)


@pytest.mark.parametrize("action", [LeftClick(1280, 10), MouseMove(10, 800), LeftClickDrag(5, 5, 9999, 5)])
async def test_pixels_off_the_screen_are_refused_and_nothing_moves(
    desktop: GuestDesktop, action: Action
) -> None:
    await do(desktop, MouseMove(50, 60))
    with pytest.raises(DesktopError, match="off the screen of 1280x800") as caught:
        await desktop.act(action, key="off", settle_s=0)
    assert caught.value.failure is None
    assert (await desktop.act(CursorPosition(), key="where", settle_s=0)).cursor == (50, 60)


async def test_same_key_acts_once_one_after_another(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    results = [await desktop.act(LeftClick(300, 300), key="one", settle_s=0) for _ in range(4)]
    assert [r.duplicate for r in results] == [False, True, True, True]
    assert sum(event["what"] == "press" for event in await events(desktop)) == 1


async def test_same_key_acts_once_all_at_once(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    calls = (desktop.act(Type("abc"), key="one", settle_s=0.2) for _ in range(12))
    results = await asyncio.gather(*calls)
    assert sum(not r.duplicate for r in results) == 1
    assert len({r.cursor for r in results}) == 1
    assert sum(event["what"] == "down" for event in await events(desktop)) == 3


async def test_key_of_another_action_is_refused(desktop: GuestDesktop) -> None:
    await desktop.act(LeftClick(1, 1), key="one", settle_s=0)
    with pytest.raises(DesktopError, match="used for a different action"):
        await desktop.act(LeftClick(2, 2), key="one", settle_s=0)


async def test_refusal_is_repeated_for_its_key(desktop: GuestDesktop) -> None:
    for _ in range(2):
        with pytest.raises(DesktopError, match="off the screen"):
            await desktop.act(LeftClick(5000, 1), key="one", settle_s=0)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Key(("hyper",)), "unknown key 'hyper'; allowed"),
        (Done(), "ends the episode"),
        (Type("a\x07"), "U\\+0007"),
    ],
)
async def test_what_cannot_be_performed_says_why(desktop: GuestDesktop, action: Action, message: str) -> None:
    with pytest.raises(DesktopError, match=message):
        await desktop.act(action, key="bad", settle_s=0)


async def test_unknown_kind_names_the_kinds_there_are(desktop: GuestDesktop) -> None:
    with pytest.raises(DesktopError, match="unknown action kind 'fly'; allowed: left_click"):
        await desktop.request("/act", {"key": "k", "action": {"kind": "fly"}, "settle_s": 0})


async def test_buttons_and_counts(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(
        desktop, MiddleClick(300, 300), RightClick(300, 300), DoubleClick(310, 310), TripleClick(320, 320)
    )
    pressed = [event["detail"] for event in await events(desktop) if event["what"] == "press"]
    assert pressed == [2, 3, 1, 1, 1, 1, 1]


async def test_modifiers_are_held_during_a_click_and_released_after(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(desktop, LeftClick(300, 300, ("ctrl", "shift")), LeftClick(300, 300))
    states = [event["state"] & (SHIFT | CTRL) for event in await events(desktop) if event["what"] == "press"]
    assert states == [SHIFT | CTRL, 0]


async def test_chord_is_pressed_in_order_and_released_in_reverse(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(desktop, Key(("ctrl", "alt", "k")))
    seen = [(event["what"], event["detail"]) for event in await events(desktop)]
    ctrl, alt, k = 0xFFE3, 0xFFE9, ord("k")
    assert seen == [("down", ctrl), ("down", alt), ("down", k), ("up", k), ("up", alt), ("up", ctrl)]


async def test_held_key_stays_down_for_its_time(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(desktop, HoldKey(("a",), 0.4), settle_s=0)
    seen = await events(desktop)
    assert seen[-1]["what"] == "up"
    assert 0.35 < seen[-1]["at"] - seen[0]["at"] < 2


async def test_nothing_stays_pressed_after_a_refused_action(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    with pytest.raises(DesktopError):
        await desktop.act(Key(("ctrl", "shift", "nosuch")), key="bad", settle_s=0)
    await do(desktop, LeftClick(300, 300), Key(("x",)))
    assert all(
        event["state"] & (SHIFT | CTRL | ALT) == 0 for event in await events(desktop) if event["what"] != "up"
    )


async def test_drag_moves_with_the_button_held(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(desktop, LeftClickDrag(200, 250, 500, 350))
    seen = await events(desktop)
    kinds = [event["what"] for event in seen]
    assert (kinds[0], kinds[-1]) == ("press", "release")
    moves = [(event["x"], event["y"]) for event in seen if event["what"] == "move"]
    assert len(moves) >= 3
    assert moves[-1] == (500, 350)
    assert moves == sorted(moves)


async def test_mouse_down_and_up_are_two_actions(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(desktop, LeftMouseDown(300, 300), MouseMove(320, 320))
    assert [event["what"] for event in await events(desktop)][:2] == ["press", "move"]
    await do(desktop, LeftMouseUp(340, 340))
    assert (await events(desktop))[-1]["what"] == "release"


async def test_scroll_turns_so_many_notches(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    await do(
        desktop,
        Scroll(300, 300, "down", 3),
        Scroll(300, 300, "up", 2),
        Scroll(300, 300, "left", 1),
        Scroll(300, 300, "right", 1),
    )
    pressed = [event["detail"] for event in await events(desktop) if event["what"] == "press"]
    assert pressed == [5, 5, 5, 4, 4, 6, 7]


async def test_passive_actions_and_files(desktop: GuestDesktop) -> None:
    await do(desktop, Screenshot(), Wait(0.1), WriteFile("~/notes/a.txt", "né\n"))
    assert await desktop.read("/home/user/notes/a.txt") == "né\n".encode()


async def test_settle_tells_a_still_picture_from_a_moving_one(desktop: GuestDesktop) -> None:
    assert (await desktop.act(MouseMove(5, 5), key="still", settle_s=20)).settled
    await desktop.launch(["xterm", "-e", "sh", "-c", "while true; do date +%N; sleep 0.01; done"])
    await desktop.request("/wait_window", {"title": "xterm", "wm_class": "XTerm", "timeout_s": 1})
    moving = await desktop.act(MouseMove(6, 6), key="moving", settle_s=0.5)
    assert not moving.settled
    assert moving.elapsed_ms >= 450


@pytest.mark.ours
@pytest.mark.parametrize(
    ("spells", "spell_s", "nap_s"), [(1, 0.5, 0.0), (20, 0.002, 0.03)], ids=["without a pause", "in spells"]
)
async def test_nothing_is_settled_while_a_program_works(
    desktop: GuestDesktop, spells: int, spell_s: float, nap_s: float
) -> None:
    """It draws nothing meanwhile, and naps as a terminal does that gathers what the shell answers."""
    work = (
        f"import time\nfor _ in range({spells}):\n  time.sleep({nap_s})\n"
        f"  end = time.process_time() + {spell_s}\n  while time.process_time() < end: pass"
    )
    script = f"read line; python3 -c '{work}'; touch /home/user/finished"
    await open_window(desktop, ["xterm", "-T", "worker", "-e", "sh", "-c", script], "worker")
    assert (await desktop.act(Key(("enter",)), key="go", settle_s=20)).settled
    assert await desktop.read("/home/user/finished") == b""


async def test_fast_clicks_and_keys_all_arrive_and_in_order(desktop: GuestDesktop) -> None:
    await start_recorder(desktop)
    for number in range(15):
        await desktop.act(DoubleClick(300 + number, 300), key=f"c{number}", settle_s=0)
        await desktop.act(Type("a"), key=f"t{number}", settle_s=0)
    seen = [event["what"] for event in await events(desktop) if event["what"] in ("press", "down")]
    assert seen == ["press", "press", "down"] * 15
