"""`active_tab_html_parse`: texts of elements of the active tab."""

import json
from importlib.resources import files
from typing import Annotated, Any, Literal
from urllib.parse import unquote, unquote_plus

from lxml import etree
from pydantic import AfterValidator, Field

from scalecua.tasks.getters.browser.live import running
from scalecua.tasks.getters.browser.tabs import SETTLE_S, ActiveTab
from scalecua.tasks.scene import Scene

OTHER = "is_other_exist"


def _xpath(expression: str) -> str:
    try:
        etree.XPath(expression)
    except etree.XPathSyntaxError as error:
        raise ValueError(f"{expression!r} is no XPath: {error}") from error
    return expression


XPath = Annotated[str, AfterValidator(_xpath)]
Ordered = dict[str, dict[int, str]]
Words = dict[str, tuple[str, ...]]


class ActiveTabHtmlParse(ActiveTab):
    """Values by key, from the page of the active tab; `""` for an element that is not there.

    Every field maps elements to keys; texts are trimmed. `class_singleObject`: the first element of a class.
    `class_multiObject`: those of a class by index, or, with `class&url`, words of which each is looked for
    among them. `_child`: the pieces of text of the first element itself, without its children. `_only_child`:
    the first `h3` in each. `_li`: the first `span` in each product category below, by word.
    `_search_exist`: whether a word is the text of an element. `xpathObject`: the element at an XPath;
    `inputObject`: what is entered in it. `url_include_expected` finds a word in the URL as well;
    `_multichoice` any of the words with the same key. A word's key is in lower case with `class&url`.
    `is_other_exist` says whether an element has a text that is none of the words.
    """

    type: Literal["active_tab_html_parse"] = "active_tab_html_parse"
    category: Literal["class", "xpath", "input", "class&url"]
    class_singleObject: dict[str, str] = Field(default_factory=dict)
    class_multiObject: Ordered | Words = Field(default_factory=dict)
    class_multiObject_child: Ordered = Field(default_factory=dict)
    class_multiObject_only_child: Ordered = Field(default_factory=dict)
    class_multiObject_li: Words = Field(default_factory=dict)
    class_multiObject_search_exist: Words = Field(default_factory=dict)
    xpathObject: dict[XPath, str] = Field(default_factory=dict)
    inputObject: dict[XPath, str] = Field(default_factory=dict)
    url_include_expected: tuple[str, ...] = ()
    url_include_expected_multichoice: dict[str, str] = Field(default_factory=dict)

    async def __call__(self, scene: Scene) -> dict[str, Any] | None:
        """Read them; None where no browser answers, or its page does not."""
        browser = await running(scene)
        tab = await browser.front() if browser is not None else None
        if browser is None or tab is None:
            return None
        await browser.loaded(tab, SETTLE_S)
        script = files(__package__).joinpath("elements.js").read_text()
        page = await browser.asked(tab, f"({script})({json.dumps(self.wanted())})")
        return None if page is None else self.parsed(page, tab.url)

    def wanted(self) -> dict[str, list[str]]:
        """What `elements.js` is asked for: classes and XPaths, by what is read of them."""
        texts = (self.class_singleObject, self.class_multiObject, self.class_multiObject_search_exist)
        return {
            "texts": [name for fields in texts for name in fields],
            "pieces": list(self.class_multiObject_child),
            "headings": list(self.class_multiObject_only_child),
            "products": list(self.class_multiObject_li),
            "xpaths": list(self.xpathObject),
            "inputs": list(self.inputObject),
        }

    def parsed(self, page: Any, url: str) -> dict[str, Any]:
        """The values, from what the script found in a page."""
        found: dict[str, Any] = {}
        for kind, fields in (
            ("texts", self.class_multiObject),
            ("pieces", self.class_multiObject_child),
            ("headings", self.class_multiObject_only_child),
        ):
            for name, keys in fields.items():
                if isinstance(keys, dict):
                    texts = _texts(page, kind, name)
                    found |= {key: texts[at] if at < len(texts) else "" for at, key in keys.items()}
        for name, key in self.class_singleObject.items():
            found[key] = next(iter(_texts(page, "texts", name)), "")
        for kind, single in (("xpaths", self.xpathObject), ("inputs", self.inputObject)):
            found |= {key: next(iter(_texts(page, kind, name)), "") for name, key in single.items()}
        for name, words in self.class_multiObject_search_exist.items():
            found |= _existing(_texts(page, "texts", name), words)
        return found | (self._words(page, url) if self.category == "class&url" else {})

    def _words(self, page: Any, url: str) -> dict[str, bool]:
        """Which words are the text of an element or stand in the URL, whatever their case."""
        sources = [
            ("texts", name, words)
            for name, words in self.class_multiObject.items()
            if isinstance(words, tuple)
        ] + [("products", name, words) for name, words in self.class_multiObject_li.items()]
        found: dict[str, bool] = {}
        others = []
        for kind, name, words in sources:
            texts = {text.lower() for text in _texts(page, kind, name) if text}
            lower = {word.lower() for word in words}
            found |= dict.fromkeys(lower & texts, True)
            others.append(bool(texts - lower))
        if sources:
            found[OTHER] = any(others)
        spellings = {url.lower(), unquote(url).lower(), unquote_plus(url).lower()}
        choices = [(word, word) for word in self.url_include_expected]
        for word, key in (*choices, *self.url_include_expected_multichoice.items()):
            held = any(word.lower() in spelling for spelling in spellings)
            found[key.lower()] = found.get(key.lower(), False) or held
        return found


def _existing(texts: list[str], words: tuple[str, ...]) -> dict[str, bool]:
    found = {word: word in texts for word in words if word != OTHER}
    return {**found, OTHER: any(text not in found for text in texts)} if OTHER in words else found


def _texts(page: Any, kind: str, name: str) -> list[str]:
    texts = page.get(kind, {}).get(name, []) if isinstance(page, dict) else []
    return [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
