"""One node of the accessibility tree, in the words of AT-SPI."""

from dataclasses import dataclass, field

# The order of AtspiStateType, part of the D-Bus protocol.
STATES = [
    "invalid",
    "active",
    "armed",
    "busy",
    "checked",
    "collapsed",
    "defunct",
    "editable",
    "enabled",
    "expandable",
    "expanded",
    "focusable",
    "focused",
    "has-tooltip",
    "horizontal",
    "iconified",
    "modal",
    "multi-line",
    "multiselectable",
    "opaque",
    "pressed",
    "resizable",
    "selectable",
    "selected",
    "sensitive",
    "showing",
    "single-line",
    "stale",
    "transient",
    "vertical",
    "visible",
    "manages-descendants",
    "indeterminate",
    "required",
    "truncated",
    "animated",
    "invalid-entry",
    "supports-autocompletion",
    "selectable-text",
    "is-default",
    "visited",
    "checkable",
    "has-popup",
    "read-only",
]
TEXT_ROLES = frozenset(
    [
        "text",
        "entry",
        "label",
        "paragraph",
        "heading",
        "terminal",
        "password-text",
        "document-text",
        "document-web",
        "static",
        "spin-button",
        "status-bar",
        "combo-box",
        "table-cell",
        "list-item",
        "link",
        "section",
        "editbar",
    ]
)
VALUE_ROLES = frozenset(["slider", "spin-button", "progress-bar", "scroll-bar", "level-bar", "dial"])


@dataclass
class Node:
    """One accessible object; `box` is (x, y, width, height) in screen pixels where it is showing."""

    address: tuple[str, str]
    name: str = ""
    description: str = ""
    role: str = "unknown"
    states: frozenset[str] = frozenset()
    attributes: dict[str, str] = field(default_factory=dict)
    count: int = 0
    box: tuple[int, int, int, int] | None = None
    text: str | None = None
    value: float | None = None
    children: list["Node"] = field(default_factory=list)

    @property
    def showing(self) -> bool:
        """Whether it is on the screen."""
        return "showing" in self.states and "visible" in self.states


def decode_states(words: list[int]) -> frozenset[str]:
    """Names of the bits set in AT-SPI's two 32-bit words."""
    bits = words[0] | (words[1] << 32 if len(words) > 1 else 0)
    return frozenset(name for index, name in enumerate(STATES) if bits >> index & 1)
