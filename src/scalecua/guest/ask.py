"""X requests whose replies are kept as they come: all that is needed to see that nothing has changed."""

import struct

from Xlib.display import Display
from Xlib.protocol import rq

XKB, RANDR, SHAPE, DPMS, INPUT = "XKEYBOARD", "RANDR", "SHAPE", "DPMS", "XInputExtension"
CORE_DEVICE = 0x100
KEYS = "keys"
KEY_TYPES, ALL_BUT_TYPES = 0x01, 0xFE
ALL_DEVICES = 0
# XInput 2 events: a device came, went or moved (11), a property of one changed (12).
DEVICE_EVENTS = 1 << 11 | 1 << 12


class Ask(rq.ReplyRequest):
    """One request in bytes; `bytes()` waits for the reply and gives it without its sequence number."""

    _request = rq.Struct(rq.Card8("opcode"), rq.Card8("data"), rq.RequestLength(), rq.Binary("body"))
    # By having it, a request is known to be answered.
    _reply = None

    def __init__(self, display: Display, opcode: int, data: int, body: bytes = b"") -> None:
        super().__init__(display.display, True, opcode=opcode, data=data, body=body)

    def _parse_response(self, data) -> None:
        self._data = bytes(data[:2]) + bytes(data[4:])

    @property
    def sequence_number(self) -> int:
        """By this the connection knows whose reply it has got."""
        return self._serial

    def bytes(self) -> bytes:
        """The reply."""
        self.reply()
        return self._data


class Tell(rq.Request):
    """One request in bytes that has no reply."""

    _request = rq.Struct(rq.Card8("opcode"), rq.Card8("data"), rq.RequestLength(), rq.Binary("body"))

    def __init__(self, display: Display, opcode: int, data: int, body: bytes = b"") -> None:
        super().__init__(display.display, opcode=opcode, data=data, body=body)


def majors(display: Display) -> dict[str, int]:
    """The opcodes of the extensions asked here, those the server lacks left out; greets XKB and XInput."""
    found = {}
    for name in (XKB, RANDR, SHAPE, DPMS, INPUT):
        extension = display.query_extension(name)
        if extension is not None and extension.present:
            found[name] = extension.major_opcode
    Ask(display, found[XKB], 0, struct.pack("<HH", 1, 0)).bytes()
    Ask(display, found[INPUT], 47, struct.pack("<HH", 2, 2)).bytes()
    return found


def questions(display: Display, majors: dict[str, int]) -> dict[str, tuple[int, int, bytes]]:
    """What together is the state of a server without clients: opcode, second byte, body of each request."""
    root = struct.pack("<I", display.screen().root.id)
    low, high = display.display.info.min_keycode, display.display.info.max_keycode
    device = struct.pack("<HH", CORE_DEVICE, 0)
    found = {
        "root window": (3, 0, root),
        "screen size": (14, 0, root),
        "pointer": (38, 0, root),
        "input focus": (43, 0, b""),
        "keys held": (44, 0, b""),
        "font path": (52, 0, b""),
        "keyboard mapping": (101, 0, struct.pack("<BBH", low, high - low + 1, 0)),
        "keyboard control": (103, 0, b""),
        "pointer control": (106, 0, b""),
        "screen saver": (108, 0, b""),
        "hosts": (110, 0, b""),
        "pointer mapping": (117, 0, b""),
        "modifiers": (119, 0, b""),
        "keyboard state": (majors[XKB], 4, device),
        "keyboard controls": (majors[XKB], 6, device),
        "key types": (majors[XKB], 8, _map(KEY_TYPES)),
        KEYS: (majors[XKB], 8, _map(ALL_BUT_TYPES)),
        "keyboard behaviour": (majors[XKB], 10, struct.pack("<HBBHH", CORE_DEVICE, 0xF, 1, 0, 0)),
        "keyboard lights": (majors[XKB], 12, device),
        "keyboard names": (majors[XKB], 17, struct.pack("<HHI", CORE_DEVICE, 0, 0x3FFF)),
        "devices": (majors[INPUT], 48, struct.pack("<HH", ALL_DEVICES, 0)),
    }
    optional = {"screen mode": (RANDR, 5, root), "screen shape": (SHAPE, 5, root), "power": (DPMS, 7, b"")}
    for name, (extension, minor, body) in optional.items():
        if extension in majors:
            found[name] = (majors[extension], minor, body)
    return found


def _map(parts: int) -> bytes:
    """The body of XkbGetMap, asking for whole parts of the keyboard's map."""
    return struct.pack("<HHH8BH6BH", CORE_DEVICE, parts, 0, *[0] * 8, 0, *[0] * 6, 0)


def set_keys(display: Display, majors: dict[str, int], reply: bytes) -> None:
    """Give the keyboard the keys it had when `reply` answered for KEYS: XkbGetMap turned into XkbSetMap."""
    low, high, present = reply[8], reply[9], struct.unpack("<H", reply[10:12])[0]
    first_sym, syms, count = reply[15], struct.unpack("<H", reply[16:18])[0], reply[18]
    first_act, acts, act_count = reply[19], struct.unpack("<H", reply[20:22])[0], reply[22]
    head = struct.pack("<HHHBBBBBBH", CORE_DEVICE, present, 0, low, high, 0, 0, first_sym, count, syms)
    head += struct.pack("<BBH", first_act, act_count, acts) + reply[23:35] + reply[36:38]
    Tell(display, majors[XKB], 9, head + reply[38:])


def unlock(display: Display, majors: dict[str, int]) -> None:
    """No modifier locked or latched, the first layout group."""
    body = struct.pack("<H8BH", CORE_DEVICE, 0xFF, 0, 1, 0, 0xFF, 0, 0, 1, 0)
    Tell(display, majors[XKB], 5, body)


def watch_devices(display: Display, majors: dict[str, int]) -> None:
    """Send this connection an event when a device comes, goes or has a property changed."""
    body = struct.pack("<IHHHHI", display.screen().root.id, 1, 0, ALL_DEVICES, 1, DEVICE_EVENTS)
    Tell(display, majors[INPUT], 46, body)
