"""HTML, as a browser would take it: comments count for nothing, white space for one blank."""

import re

from lxml import etree, html

HEAD = ("head", "script", "style")
INLINE = re.compile(
    "a|abbr|b|bdi|bdo|cite|code|data|dfn|em|font|i|img|kbd|mark|q|rb|rt|ruby|s|samp|small|span|strike|strong"
    "|sub|sup|time|tt|u|var|wbr"
)


def parsed(data: bytes) -> html.HtmlElement:
    """The root element; ValueError if there is no tag in it."""
    if b"<" not in data:
        raise ValueError("it has no tag")
    parser = html.HTMLParser(encoding=_encoding(data), no_network=True, remove_comments=True, remove_pis=True)
    return html.document_fromstring(data, parser=parser)


def plain(text: str | None) -> str:
    """The text with each run of white space as one blank, and none at its ends."""
    return " ".join((text or "").split())


def lines(root: html.HtmlElement) -> list[str]:
    """The text of each block, such as a paragraph or a heading, that has any."""
    pieces: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        shown = element.tag not in HEAD and not any(above.tag in HEAD for above in element.iterancestors())
        pieces.append("" if INLINE.fullmatch(str(element.tag)) else "\n")
        if event == "start" and shown:
            pieces.append(_one_line(element.text))
        elif event == "end" and not any(above.tag in HEAD for above in element.iterancestors()):
            pieces.append(_one_line(element.tail))
    return [line for line in map(plain, "".join(pieces).split("\n")) if line]


def _one_line(text: str | None) -> str:
    return (text or "").replace("\r", " ").replace("\n", " ")


def _encoding(data: bytes) -> str | None:
    """UTF-8 where it is that, else what the document says itself."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    return "utf-8"
