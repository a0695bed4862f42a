"""The page has every part, asks the network for nothing, and lets nobody write into it."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from PIL import Image

SIZE = 4 * 2**20


class Elements(HTMLParser):
    """Every element with its attributes, and all text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def page(hostile: Any) -> str:
    return str(hostile.folder.page.read_text())


@pytest.fixture(scope="module")
def elements(page: str) -> Elements:
    parsed = Elements()
    parsed.feed(page)
    return parsed


def test_every_part_is_there(elements: Elements) -> None:
    for part in (
        "Held-out variants, by template",
        "Lost before training, won after",
        "Still lost",
        "Learning curve",
        "Where the frontier moved",
        "Where the time went",
        "Failures",
        "Configuration",
    ):
        assert part in elements.text
    tags = [tag for tag, _ in elements.found]
    assert tags.count("svg") == 7
    assert tags.count("img") >= 12


def test_nothing_is_fetched_from_anywhere(page: str, elements: Elements) -> None:
    for tag, attributes in elements.found:
        for name in ("src", "href", "xlink:href", "srcset", "action", "data"):
            value = attributes.get(name)
            assert value is None or value.startswith(("data:image/webp;base64,", "#")), (tag, value)
    assert not re.search(r"url\((?!#)", page)
    assert "@import" not in page
    assert not {"script", "link", "iframe", "object"} & {tag for tag, _ in elements.found}
    assert "default-src 'none'" in page


def test_no_hostile_text_becomes_markup(page: str, elements: Elements) -> None:
    assert "<script>alert(1)</script>" in elements.text
    assert "<script" not in page
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]
    assert all(attributes["src"] != "x" for tag, attributes in elements.found if tag == "img")
    assert "\x00" not in page
    assert "\u202e" not in page


def test_figures_share_no_id(elements: Elements) -> None:
    ids = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_colours_follow_the_theme(page: str) -> None:
    drawn = page[page.index("<svg") :]
    assert "var(--after)" in drawn
    assert "#0b7a75" not in drawn


def test_the_page_is_light_and_its_figures_are_pictures(hostile: Any, page: str) -> None:
    assert len(page) < SIZE
    names = {path.name for path in hostile.folder.figures.iterdir()}
    assert {"success.png", "learning-curve.png", "frontier.png", "time.png", "episode-1.png"} <= names
    for name in names:
        with Image.open(hostile.folder.figures / name) as figure:
            figure.verify()
    assert json.loads(hostile.folder.report.read_text())["finished"]
