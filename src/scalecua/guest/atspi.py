"""AT-SPI over D-Bus, asked in batches: one round trip for a level of the tree, not for each node."""

from gi.repository import Gio, GLib

from .node import TEXT_ROLES, VALUE_ROLES, Node, decode_states

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
PROPERTIES = "org.freedesktop.DBus.Properties"
ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
CALL_MS = 1500
TEXT_LIMIT = 20_000


class Accessibility:
    """A connection to the accessibility bus of this session."""

    def __init__(self) -> None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        reply = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, 5000, None
        )
        flags = Gio.DBusConnectionFlags
        self._bus = Gio.DBusConnection.new_for_address_sync(
            reply.unpack()[0], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )

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
        interface = GLib.Variant("(s)", (ACCESSIBLE,))
        calls = []
        for node in nodes:
            calls += [
                (node.address, PROPERTIES, "GetAll", interface),
                (node.address, ACCESSIBLE, "GetRoleName", None),
                (node.address, ACCESSIBLE, "GetState", None),
            ]
        replies = self.batch(calls)
        alive = []
        for index, node in enumerate(nodes):
            properties, role, states = replies[3 * index : 3 * index + 3]
            if properties is None or role is None or states is None:
                continue
            node.name = properties[0].get("Name", "")
            node.description = properties[0].get("Description", "")
            node.count = properties[0].get("ChildCount", 0)
            node.attributes = dict(properties[0].get("Attributes", {}))
            node.role = role[0].replace(" ", "-") or "unknown"
            node.states = decode_states(states[0])
            alive.append(node)
        self._detail(alive)
        return alive

    def _detail(self, nodes: list[Node]) -> None:
        """Fill box, text and value of those nodes that can have them."""
        extents = GLib.Variant("(u)", (0,))
        whole = GLib.Variant("(ii)", (0, TEXT_LIMIT))
        current = GLib.Variant("(ss)", (VALUE, "CurrentValue"))
        calls, targets = [], []
        for node in nodes:
            if node.showing:
                calls.append((node.address, COMPONENT, "GetExtents", extents))
                targets.append((node, "box"))
            if node.role in TEXT_ROLES:
                calls.append((node.address, TEXT, "GetText", whole))
                targets.append((node, "text"))
            if node.role in VALUE_ROLES:
                calls.append((node.address, PROPERTIES, "Get", current))
                targets.append((node, "value"))
        for (node, name), reply in zip(targets, self.batch(calls), strict=True):
            if reply is not None:
                setattr(node, name, reply[0])

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
