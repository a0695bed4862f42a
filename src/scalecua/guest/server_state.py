"""The X server as it was when the desktop began: brought back where that is easy, compared in any case."""

import struct
import time

from Xlib import X
from Xlib.display import Display
from Xlib.ext import res, xtest

from . import ask
from .barrier import Barrier
from .refused import Refused
from .screen import Screen

# The window manager's: it brings them up to date itself.
MANAGED = ("_NET_", "_OB_", "_MOTIF_", "_WIN_")
# But this one, which it leaves behind with the id of a window that has gone.
ACTIVE = "_NET_ACTIVE_WINDOW"
# The accessibility bus writes its address there whenever it starts.
VOLATILE = frozenset({"AT_SPI_BUS"})
# The window manager writes these only when it reads its configuration again.
TELLTALES = ("_OB_THEME", "_OB_CONFIG_FILE")
# What the window manager and the server may still be busy with.
PREFIX = "root property "
LISTS = ("_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING", "_NET_SHOWING_DESKTOP", "_NET_WORKAREA")
SETTLING = {"picture", "input focus", "pointer", "root window", *(PREFIX + name for name in LISTS)}
GENERIC_EVENT = 35
BUTTONS = {X.Button1Mask: 1, X.Button2Mask: 2, X.Button3Mask: 3, X.Button4Mask: 4, X.Button5Mask: 5}
POLL_S = 0.001
MANAGER_S = 10.0
SHIFT = 0xFFE1
State = dict[str, object]


class ServerState:
    """Made while nobody uses the server but the desktop's own parts."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._display = Display()
        self._root = self._display.screen().root
        self._barrier = Barrier(self._display)
        self._majors = ask.majors(self._display)
        self._questions = ask.questions(self._display, self._majors)
        self._telltales = {self._display.intern_atom(name) for name in TELLTALES}
        self._names: dict[int, str] = {}
        self._root.change_attributes(event_mask=X.PropertyChangeMask)
        ask.watch_devices(self._display, self._majors)
        where = self._root.query_pointer()
        self._position = (where.root_x, where.root_y)
        self._release()
        self._manager_ready()
        self._wanted = self._state()
        self._events()

    def _manager_ready(self) -> None:
        """Wait until the window manager has begun to serve: it then takes the keyboard itself."""
        end = time.monotonic() + MANAGER_S
        while not self._barrier.wait() or isinstance(self._display.get_input_focus().focus, int):
            self._give_up(end, "the window manager does not take the keyboard")

    def _manager_answers(self) -> None:
        """Wait until the window manager has seen all that happened so far."""
        if not self._barrier.wait():
            raise Refused("the window manager does not answer", 503)

    def restore(self, parts: frozenset[int], timeout_s: float) -> None:
        """Clients but those of processes `parts` gone, nothing held, everything as it was; or Refused."""
        end = time.monotonic() + timeout_s
        self._release()
        while foreign := [client for client, pid in self._clients().items() if pid not in parts]:
            for client in foreign:
                self._display.create_resource_object("resource", client).kill_client()
            self._give_up(end, f"clients {foreign} of the X server stay")
        self._keys()
        self._properties()
        self._manager_answers()
        if said := self._events():
            raise Refused(f"{', '.join(sorted(said))} changed", 503)
        while changed := self.changed():
            if not SETTLING.issuperset(changed):
                end = 0.0
            self._give_up(end, f"{', '.join(changed)} changed")
            self._manager_answers()

    def changed(self) -> list[str]:
        """What is not as it was."""
        now = self._state()
        return sorted(name for name in self._wanted.keys() | now if self._wanted.get(name) != now.get(name))

    def _give_up(self, end: float, why: str) -> None:
        if time.monotonic() > end:
            raise Refused(why, 503)
        time.sleep(POLL_S)

    def _state(self) -> State:
        asked = {name: ask.Ask(self._display, *question) for name, question in self._questions.items()}
        found: State = {name: one.bytes() for name, one in asked.items()}
        found["picture"] = self._screen.exact()
        for name, value in self._read_properties().items():
            found[PREFIX + name] = value
        return found

    def _read_properties(self) -> dict[str, bytes]:
        """Name to the reply of GetProperty."""
        atoms = self._root.list_properties()
        for atom in atoms:
            if atom not in self._names:
                self._names[atom] = self._display.get_atom_name(atom)
        whole = (0, 0, 0x1FFFFFFF)
        asked = {
            self._names[atom]: ask.Ask(self._display, 20, 0, struct.pack("<5I", self._root.id, atom, *whole))
            for atom in atoms
            if self._names[atom] not in VOLATILE
        }
        return {name: one.bytes() for name, one in asked.items()}

    def _keys(self) -> None:
        """Undo what was done to the keys; only then, since every client reads a new map of them."""
        wanted = self._wanted[ask.KEYS]
        if ask.Ask(self._display, *self._questions[ask.KEYS]).bytes() != wanted:
            ask.set_keys(self._display, self._majors, wanted)

    def _properties(self) -> None:
        """Write back or delete what clients did to the root window's properties."""
        now = self._read_properties()
        wanted = {
            name.removeprefix(PREFIX): value
            for name, value in self._wanted.items()
            if name.startswith(PREFIX)
        }
        for name in now.keys() | wanted.keys():
            managed = name.startswith(MANAGED) and name != ACTIVE
            if managed or now.get(name) == wanted.get(name):
                continue
            atom = self._display.intern_atom(name)
            if name not in wanted:
                self._root.delete_property(atom)
                continue
            reply = wanted[name]
            form, (kind, _, count) = reply[1], struct.unpack("<III", reply[6:18])
            data = reply[30 : 30 + count * form // 8]
            body = struct.pack("<IIIB3xI", self._root.id, atom, kind, form, count) + data
            ask.Tell(self._display, 18, 0, body)

    def _clients(self) -> dict[int, int]:
        """Every client, retained ones too, to the process it belongs to (0 where unknown)."""
        found = {one.resource_base: 0 for one in self._display.res_query_clients().clients}
        specs = [{"client": 0, "mask": res.LocalClientPIDMask}]
        for one in self._display.res_query_client_ids(specs).ids:
            base = one.spec.client
            found[base] = one.value[0] if one.value else 0
        return found

    def _release(self) -> None:
        """Keys and buttons up, locks off, the pointer back; XTEST's devices the last used, as ever."""
        shift = self._display.keysym_to_keycode(SHIFT)
        xtest.fake_input(self._display, X.KeyPress, shift)
        xtest.fake_input(self._display, X.KeyRelease, shift)
        pressed = self._display.query_keymap()
        for code in range(8, 256):
            if pressed[code // 8] & 1 << code % 8:
                xtest.fake_input(self._display, X.KeyRelease, code)
        mask = self._root.query_pointer().mask
        for bit, button in BUTTONS.items():
            if mask & bit:
                xtest.fake_input(self._display, X.ButtonRelease, button)
        ask.unlock(self._display, self._majors)
        x, y = self._position
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()

    def _events(self) -> set[str]:
        """What the server reported since it was last asked."""
        self._display.sync()
        said = set()
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == GENERIC_EVENT:
                said.add("an input device")
            elif event.type == X.PropertyNotify and event.atom in self._telltales:
                said.add("the window manager's configuration")
        return said
