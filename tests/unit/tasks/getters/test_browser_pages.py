"""What getters make of addresses, pages and tabs."""

import asyncio
from typing import Any, cast

import pytest

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.desktop.devtools import DevTools, Tab
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.browser import live
from scalecua.tasks.getters.browser.address_bar import shown
from scalecua.tasks.getters.browser.facets import facets
from scalecua.tasks.getters.browser.html_parse import ActiveTabHtmlParse
from scalecua.tasks.getters.browser.live import Browser
from scalecua.tasks.getters.browser.url_parts import ActiveTabUrlParse, UrlDashPart
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.scene import Scene

STATE = "https://accessibility.ubuntu.example.org/ns/state"


def bars(*entries: tuple[str, str]) -> str:
    listed = "".join(
        f'<entry name="Address and search bar" {state}>{text}</entry>' for text, state in entries
    )
    return f'<desktop-frame xmlns:st="{STATE}"><application>{listed}</application></desktop-frame>'


@pytest.mark.parametrize(
    ("tree", "prefix", "url"),
    [
        (bars(("drugs.com/npc/", "")), "https://www.", "https://www.drugs.com/npc/"),
        (bars(("www.drugs.com", "")), "https://www.", "https://www.drugs.com"),
        (bars(("www.drugs.com", "")), "https://", "https://www.drugs.com"),
        (bars(("http://a.com", "")), "https://", "http://a.com"),
        (bars(("localhost:80/x", "")), "http://", "http://localhost:80/x"),
        (bars(("chrome://settings", "")), "https://", "chrome://settings"),
        (bars(("/home/user/a.html", "")), "https://", "file:///home/user/a.html"),
        (bars(("a.com", 'st:focused="true"'), ("b.com", ""), ("", "")), "https://", "https://a.com"),
        (bars(("a.com", ""), ("b.com", "")), "", "b.com"),
        (bars((" ", "")), "https://", None),
        (bars(), "https://", None),
        ("", "https://", None),
        ("no xml", "https://", None),
    ],
)
def test_the_address_bar(tree: str, prefix: str, url: str | None) -> None:
    assert shown(tree, prefix) == url


@pytest.mark.parametrize(
    ("fields", "url", "found"),
    [
        ({"parse_keys": ["q", "n"]}, "https://a.com/?q=drip+coffee%20x&m=1", {"q": "drip coffee x", "n": ""}),
        ({"parse_keys": ["f[]"]}, "https://a.com/?f%5B%5D=electric", {"f[]": "electric"}),
        ({"parse_keys": ["f"]}, "https://a.com/?f=a&f=b&f=a", {"f": ["a", "b"]}),
        ({"parse_keys": ["f"]}, "https://a.com/?f=a&f=a", {"f": "a"}),
        ({"parse_keys": ["d"], "replace": {"d": "time"}}, "https://a.com/?d=2", {"time": "2"}),
        ({"parse_keys": ["m"], "split_list": True}, "https://a.com/?m=x,y", {"m": ["x", "y"]}),
        ({"parse_keys": ["m"]}, "https://[broken", {"m": ""}),
    ],
)
def test_parameters_of_a_query(fields: dict[str, Any], url: str, found: dict[str, Any]) -> None:
    assert ActiveTabUrlParse.model_validate(fields).parsed(url) == found


@pytest.mark.parametrize(
    ("index", "url", "plain", "bare"),
    [
        (-2, "https://a.com/m15/june-weather/329260?x=1/2", "june-weather", "june-weather"),
        (-1, "https://a.com/m15/part?id=1", "part?id=1", "part"),
        (-1, "https://a.com/m15/part/", "part", "part"),
        (2, "https://a.com/m15", "a.com", "a.com"),
        (9, "https://a.com/m15", None, None),
    ],
)
def test_a_part_between_slashes(index: int, url: str, plain: str | None, bare: str | None) -> None:
    asked = {"partIndex": index, "returnType": "string"}
    assert UrlDashPart.model_validate(asked).part(url) == plain
    assert UrlDashPart.model_validate({**asked, "needDeleteId": True}).part(url) == bare


SHIRTS = "https://www.macys.com/shop/mens-clothing/mens-shirts/"
FACETS = "Men_regular_size_t,Price_discount_range,Sleeve_length/"


@pytest.mark.parametrize(
    ("url", "found"),
    [
        (
            SHIRTS + FACETS + "L,50_PERCENT_%20off%20%26%20more,Short%20Sleeve?id=1",
            {
                **{"mens_clothing": True, "shirts": True, "short_sleeve": True, "Men_regular_size_t": "L"},
                **{"Price_discount_range": "50_PERCENT_ off & more", "Sleeve_length": "Short Sleeve"},
            },
        ),
        (
            SHIRTS + "Men_regular_size_t/L%7CXL",
            {"mens_clothing": True, "shirts": True, "Men_regular_size_t": "L|XL"},
        ),
        (
            SHIRTS + "Price_discount_range/50_PERCENT_%20off%20%26%20more%7C20_PERCENT_%20off%20%26%20more",
            {"mens_clothing": True, "shirts": True, "Price_discount_range": "20_PERCENT_ off & more"},
        ),
        ("https://www.macys.com/shop/womens-clothing/sweatshirts", {}),
        (
            "https://www.macys.com/shop/mens-clothing/all/Product_department,Sleeve_length/Shirts,Long",
            {"mens_clothing": True, "shirts": True, "Product_department": "Shirts", "Sleeve_length": "Long"},
        ),
        (
            "https://www.macys.com/shop/mens-clothing/short-sleeve",
            {"mens_clothing": True, "short_sleeve": True},
        ),
        ("https://[broken", {}),
    ],
)
def test_filters_in_a_path(url: str, found: dict[str, Any]) -> None:
    assert facets(url) == found


PAGE = {
    "texts": {"head": ["Lamps", "x"], "tag": ["Black", "Sale", ""]},
    "pieces": {"route": ["SEA", "NYC"]},
    "headings": {"hours": ["Monday", "Friday"]},
    "products": {"crumbs": ["Toys", "Kids"]},
    "xpaths": {"//b": ["bold"], "//i": []},
    "inputs": {"//input": ["James"]},
}


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"class_singleObject": {"head": "title", "no": "none"}}, {"title": "Lamps", "none": ""}),
        ({"class_multiObject": {"tag": {"1": "second", "7": "none"}}}, {"second": "Sale", "none": ""}),
        (
            {"class_multiObject_child": {"route": {"0": "a", "1": "b", "2": "c"}}},
            {"a": "SEA", "b": "NYC", "c": ""},
        ),
        ({"class_multiObject_only_child": {"hours": {"1": "day"}}}, {"day": "Friday"}),
        (
            {"class_multiObject_search_exist": {"tag": ["Black", "black", "is_other_exist"]}},
            {"Black": True, "black": False, "is_other_exist": True},
        ),
        ({"class_multiObject_search_exist": {"head": ["Lamps"]}}, {"Lamps": True}),
        ({"category": "xpath", "xpathObject": {"//b": "b", "//i": "i"}}, {"b": "bold", "i": ""}),
        ({"category": "input", "inputObject": {"//input": "name"}}, {"name": "James"}),
        (
            {"category": "class&url", "class_multiObject": {"tag": ["black", "SALE", "red"]}},
            {"black": True, "sale": True, "is_other_exist": False},
        ),
        (
            {
                "category": "class&url",
                "class_multiObject_li": {"crumbs": ["Toys"]},
                "url_include_expected": ["over $60", "Red"],
                "url_include_expected_multichoice": {"NoSuch": "Hero", "Spider": "Hero", "Toys": "toys"},
            },
            {"toys": True, "is_other_exist": True, "over $60": True, "red": False, "hero": True},
        ),
    ],
)
def test_values_of_a_page(fields: dict[str, Any], found: dict[str, Any]) -> None:
    getter = ActiveTabHtmlParse.model_validate({"category": "class", **fields})
    assert getter.parsed(PAGE, "https://a.com/over+%2460/Spider") == found
    assert set(getter.parsed("hostile", "")) >= {key for key, value in found.items() if value == ""}


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"type": "active_tab_html_parse", "category": "label"}, "category"),
        ({"type": "active_tab_html_parse", "category": "xpath", "xpathObject": {"//[": "x"}}, "no XPath"),
        ({"type": "active_tab_url_parse", "parse_keys": ["a"], "replace": {"b": "c"}}, "replace names b"),
        ({"type": "url_dashPart", "partIndex": 1, "returnType": "json"}, "needs a key"),
        ({"type": "page_info"}, "url"),
        ({"type": "active_tab_info", "selectors": []}, "selectors"),
    ],
)
def test_wrong_parameters_are_refused(spec: dict[str, Any], said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        parse(spec, "result")


class Tools:
    """DevTools that answer with what a page holds by its tab; nothing means that the page hangs."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = answers

    async def evaluate(self, tab: Tab, expression: str) -> Any:
        if tab.id not in self.answers:
            await asyncio.sleep(60)
        if isinstance(self.answers[tab.id], Exception):
            raise self.answers[tab.id]
        return self.answers[tab.id]


@pytest.mark.parametrize(
    ("answers", "front"),
    [
        ({"a": 0, "b": 2, "c": 1}, "b"),
        ({"a": 0, "b": 0, "c": 1}, "c"),
        ({"a": 0, "b": 0, "c": 0}, "a"),
        ({"b": DesktopError("gone"), "c": 1}, "c"),
        ({"b": "x", "c": 7}, "a"),
    ],
)
async def test_the_tab_in_front(answers: dict[str, Any], front: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ANSWER_S", 0.05)
    tabs = tuple(Tab(name, name, f"https://{name}.com/", "") for name in "abc")
    found = await Browser(cast(DevTools, Tools(answers)), tabs).front()
    assert found is not None
    assert found.id == front
    assert await Browser(cast(DevTools, Tools(answers)), ()).front() is None


class Bare:
    """A desktop on which no browser runs, or which does not answer at all."""

    size = (800, 600)

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken

    async def connect(self, port: int) -> Any:
        raise DesktopError("nothing listens", failure=Failure.NETWORK)

    async def execute(self, argv: Any, *, timeout_s: float) -> ExecResult:
        if self.broken:
            raise DesktopError("the desktop is gone", failure=Failure.CRASH)
        return ExecResult(0, "", "")

    async def tree(self) -> str:
        return bars(("a.com/x/y?q=1", ""))


async def test_without_a_browser_that_answers_the_address_bar_counts() -> None:
    scene = Scene(cast(Desktop, Bare()), Assets())

    async def get(kind: str, **fields: Any) -> Any:
        return await parse({"type": kind, **fields}, "result")(scene)

    assert await get("active_url_from_accessTree", goto_prefix="https://www.") == "https://www.a.com/x/y?q=1"
    assert await get("active_tab_url_parse", parse_keys=["q"]) == {"q": "1"}
    part = {"partIndex": -2, "needDeleteId": False, "returnType": "json", "key": "k"}
    assert await get("url_dashPart", **part) == {"k": "x"}
    assert await get("url_path_parse", parse_keys=["shirts"]) == {"shirts": None}
    for kind in ("active_tab_info", "open_tabs_info"):
        assert await get(kind) is None
    assert await get("active_tab_html_parse", category="class") is None


async def test_a_desktop_that_does_not_answer_is_a_fault() -> None:
    with pytest.raises(DesktopError, match="the desktop is gone"):
        await parse({"type": "open_tabs_info"}, "result")(Scene(cast(Desktop, Bare(broken=True)), Assets()))
