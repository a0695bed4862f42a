"""AT-SPI over D-Bus, asked in batches: one round trip for a level of the tree, not for each node."""

import functools
import os

import gi
from gi.repository import Gio, GLib

from .node import TEXT_ROLES, VALUE_ROLES, Node, decode_states

ACCESSIBLE = "org.a11y.atspi.Accessible"
APPLICATION = "org.a11y.atspi.Application"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
COLLECTION = "org.a11y.atspi.Collection"
PROPERTIES = "org.freedesktop.DBus.Properties"
ROOT_PATH = "/org/a11y/atspi/accessible/root"
ROOT = ("org.a11y.atspi.Registry", ROOT_PATH)
PROPERTIES_READ = ("Name", "Description", "ChildCount")
# Its programs crash when they are asked for all properties at once.
ONE_BY_ONE = "Qt"
CALL_MS = 1500
SHOWING = 1 << 25
ALL, ANY = 1, 2
CANONICAL = 1
TEXT_LIMIT = 20_000
# Parts of documents: LibreOffice refuses to give more of one than there is.
PIECES = frozenset({"paragraph", "heading", "table-cell", "list-item", "section"})


def _connection(address: str) -> Gio.DBusConnection:
    """A connection of our own: the shared one would end this process with the bus."""
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
    )


@functools.cache
def _roles() -> dict[str, int]:
    """Role names, with hyphens, to AT-SPI's numbers."""
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi

    return {Atspi.role_get_name(role).replace(" ", "-"): role for role in range(int(Atspi.Role.LAST_DEFINED))}


def _signed(word: int) -> int:
    """Thirty-two bits as D-Bus writes them in an `i`."""
    return word - (1 << 32) if word >> 31 else word


class Accessibility:
    """A connection to the accessibility bus of this session; GLib.Error while there is none."""

    def __init__(self) -> None:
        session = _connection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
        # Not started by asking: that would be a second one, beside the one that the desktop starts.
        flags = Gio.DBusCallFlags.NO_AUTO_START
        try:
            reply = session.call_sync(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, flags, 5000, None
            )
        finally:
            session.close_sync(None)
        self._bus = _connection(reply.unpack()[0])
        self._toolkits: dict[str, str] = {}

    def alive(self) -> bool:
        """Whether the accessibility root answers."""
        return self.batch([(ROOT, ACCESSIBLE, "GetChildren", None)])[0] is not None

    def batch(self, calls):
        """Send all `calls` (address, interface, method, arguments) at once; None where one failed."""
        results = [None] * len(calls)
        waiting = len(calls)
        context = GLib.MainContext.new()
        context.push_thread_default()

        def finish(bus, reply, index):
            nonlocal waiting
            waiting -= 1
            try:
                results[index] = bus.call_finish(reply).unpack()
            except GLib.Error:
                results[index] = None

        try:
            for index, ((name, path), interface, method, arguments) in enumerate(calls):
                self._bus.call(
                    name, path, interface, method, arguments, None, 0, CALL_MS, None, finish, index
                )
            while waiting:
                context.iteration(True)
        finally:
            context.pop_thread_default()
        return results

    def applications(self) -> list[Node]:
        """The root nodes of the running applications."""
        reply = self.batch([(ROOT, ACCESSIBLE, "GetChildren", None)])[0]
        nodes = [Node(tuple(address)) for address in reply[0]] if reply else []
        return self.describe(nodes)

    def describe(self, nodes: list[Node]) -> list[Node]:
        """Fill name, role, states and box of `nodes`; drop those that have gone."""
        self._learn_toolkits({node.address[0] for node in nodes})
        asked = [self._questions(node) for node in nodes]
        replies = iter(self.batch([question for questions in asked for question in questions]))
        alive = []
        for node, questions in zip(nodes, asked, strict=True):
            *properties, role, states = [next(replies) for _ in questions]
            if None in properties or role is None or states is None:
                continue
            known = properties[0][0]
            if len(properties) > 1:
                known = {name: one[0] for name, one in zip(PROPERTIES_READ, properties, strict=True)}
            node.name = known.get("Name", "")
            node.description = known.get("Description", "")
            node.count = known.get("ChildCount", 0)
            node.attributes = dict(known.get("Attributes", {}))
            node.role = role[0].replace(" ", "-") or "unknown"
            node.states = decode_states(states[0])
            alive.append(node)
        self._detail(alive)
        return alive

    def _questions(self, node: Node) -> list[tuple]:
        """What to ask about a node: its properties, then its role and its states."""
        if self._toolkits[node.address[0]] == ONE_BY_ONE:
            asked = [("Get", GLib.Variant("(ss)", (ACCESSIBLE, name))) for name in PROPERTIES_READ]
        else:
            asked = [("GetAll", GLib.Variant("(s)", (ACCESSIBLE,)))]
        return [
            *((node.address, PROPERTIES, method, arguments) for method, arguments in asked),
            (node.address, ACCESSIBLE, "GetRoleName", None),
            (node.address, ACCESSIBLE, "GetState", None),
        ]

    def _learn_toolkits(self, names: set[str]) -> None:
        """Ask programs that are new on the bus what they are made with; names are never used again."""
        new = sorted(names - self._toolkits.keys())
        asked = GLib.Variant("(ss)", (APPLICATION, "ToolkitName"))
        replies = self.batch([((name, ROOT_PATH), PROPERTIES, "Get", asked) for name in new])
        self._toolkits |= {name: reply[0] if reply else "" for name, reply in zip(new, replies, strict=True)}

    def _detail(self, nodes: list[Node]) -> None:
        """Fill box, text and value of those nodes that can have them."""
        extents = GLib.Variant("(u)", (0,))
        first, all_of_it = GLib.Variant("(ii)", (0, TEXT_LIMIT)), GLib.Variant("(ii)", (0, -1))
        current = GLib.Variant("(ss)", (VALUE, "CurrentValue"))
        calls, targets = [], []
        for node in nodes:
            if node.showing:
                calls.append((node.address, COMPONENT, "GetExtents", extents))
                targets.append((node, "box"))
            if node.role in TEXT_ROLES:
                asked = all_of_it if node.role in PIECES else first
                calls.append((node.address, TEXT, "GetText", asked))
                targets.append((node, "text"))
            if node.role in VALUE_ROLES:
                calls.append((node.address, PROPERTIES, "Get", current))
                targets.append((node, "value"))
        for (node, name), reply in zip(targets, self.batch(calls), strict=True):
            if reply is not None:
                setattr(node, name, reply[0][:TEXT_LIMIT] if name == "text" else reply[0])

    def matches(self, nodes: list[Node], role: str) -> list[Node] | None:
        """The showing nodes of a role below each of `nodes`, each node before them; None if one cannot say.

        One question where walking down the tree would be hundreds.
        """
        number = _roles().get(role)
        if number is None:
            return None
        roles = [0, 0, 0, 0]
        roles[number // 32] = 1 << number % 32
        rule = ([SHOWING, 0], ALL, {}, ALL, [_signed(word) for word in roles], ANY, [], ALL, False)
        question = GLib.Variant("((aiia{ss}iaiiasib)uib)", (rule, CANONICAL, 0, True))
        replies = self.batch([(node.address, COLLECTION, "GetMatches", question) for node in nodes])
        if None in replies:
            return None
        found = []
        for node, reply in zip(nodes, replies, strict=True):
            found += [node, *(Node(tuple(address)) for address in reply[0])]
        return self.describe(found)

    def expand(self, nodes: list[Node], width: int) -> list[Node]:
        """Fill the children of `nodes`, at most `width` each, and return them all."""
        parents = [node for node in nodes if node.count]
        replies = self.batch([(node.address, ACCESSIBLE, "GetChildren", None) for node in parents])
        level = []
        for node, reply in zip(parents, replies, strict=True):
            node.children = [Node(tuple(address)) for address in (reply[0] if reply else [])[:width]]
            level += node.children
        alive = {id(node) for node in self.describe(level)}
        for node in parents:
            node.children = [child for child in node.children if id(child) in alive]
        return [node for node in level if id(node) in alive]
