"""The browser's address bar in the accessibility tree, for a browser that cannot be asked."""

import re

from lxml import etree

NAME = "Address and search bar"
FOCUSED = "{https://accessibility.ubuntu.example.org/ns/state}focused"
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:(?!\d)")


def shown(tree: str, prefix: str) -> str | None:
    """The URL that it shows, `prefix` put before one without a scheme; None where it shows none.

    Of several bars it is the one with the focus, or else the last.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = etree.fromstring(tree.encode(), parser)
    except etree.XMLSyntaxError:
        return None
    entries = [] if root is None else list(root.iter("entry"))
    bars = [bar for bar in entries if bar.get("name") == NAME and (bar.text or "").strip()]
    if not bars:
        return None
    focused = [bar for bar in bars if bar.get(FOCUSED) == "true"]
    return _whole(str((focused or bars)[-1].text).strip(), prefix)


def _whole(text: str, prefix: str) -> str:
    if SCHEME.match(text):
        return text
    if text.startswith("/"):
        return f"file://{text}"
    if prefix.endswith("www.") and text.lower().startswith("www."):
        text = text[len("www.") :]
    return prefix + text
