"""Parts of the active tab's URL: `active_tab_url_parse`, `url_dashPart` and `url_path_parse`."""

from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from pydantic import Field, model_validator

from scalecua.tasks.getters.browser.facets import facets
from scalecua.tasks.getters.browser.tabs import ActiveTab
from scalecua.tasks.scene import Scene


class ActiveTabUrlParse(ActiveTab):
    """Parameters of the query by name, `""` for a missing one.

    One that is there several times with different values is a list of them. `replace` renames parameters;
    `split_list` makes a list of every value, cut at commas.
    """

    type: Literal["active_tab_url_parse"] = "active_tab_url_parse"
    parse_keys: tuple[str, ...] = Field(min_length=1)
    replace: dict[str, str] = Field(default_factory=dict)
    split_list: bool = False

    @model_validator(mode="after")
    def _replaces_what_it_parses(self) -> "ActiveTabUrlParse":
        if unknown := self.replace.keys() - set(self.parse_keys):
            raise ValueError(f"replace names {', '.join(sorted(unknown))}, which parse_keys does not")
        return self

    async def __call__(self, scene: Scene) -> dict[str, Any] | None:
        """Parse it; None where there is no active tab."""
        url = await self.url(scene)
        return None if url is None else self.parsed(url)

    def parsed(self, url: str) -> dict[str, Any]:
        """The parameters of a URL."""
        try:
            query = parse_qs(urlsplit(url).query)
        except ValueError:
            query = {}
        found: dict[str, Any] = {}
        for key in self.parse_keys:
            values = list(dict.fromkeys(query.get(key, [""])))
            value = values[0] if len(values) == 1 else values
            found[self.replace.get(key, key)] = ",".join(values).split(",") if self.split_list else value
        return found


class UrlDashPart(ActiveTab):
    """One of the parts of the URL between slashes, by index; alone, or as `{key: part}`.

    The query belongs to the last part, unless `needDeleteId`. A slash at the end ends no part.
    """

    type: Literal["url_dashPart"] = "url_dashPart"
    partIndex: int
    needDeleteId: bool = False
    returnType: Literal["string", "json"]
    key: str | None = None

    @model_validator(mode="after")
    def _key_for_json(self) -> "UrlDashPart":
        if self.returnType == "json" and self.key is None:
            raise ValueError("returnType json needs a key")
        return self

    async def __call__(self, scene: Scene) -> str | dict[str, str] | None:
        """Cut it out; None where there is no active tab, or no such part."""
        url = await self.url(scene)
        part = None if url is None else self.part(url)
        return part if part is None or self.key is None or self.returnType == "string" else {self.key: part}

    def part(self, url: str) -> str | None:
        """The part of a URL."""
        address, mark, query = url.partition("?")
        parts = address.rstrip("/").split("/")
        if not self.needDeleteId:
            parts[-1] += mark + query
        return parts[self.partIndex] if -len(parts) <= self.partIndex < len(parts) else None


class UrlPathParse(ActiveTab):
    """Category and filters in the path of a shop's URL, by name, None for a missing one (see `facets`)."""

    type: Literal["url_path_parse"] = "url_path_parse"
    parse_keys: tuple[str, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> dict[str, Any] | None:
        """Parse it; None where there is no active tab."""
        url = await self.url(scene)
        if url is None:
            return None
        found = facets(url)
        return {key: found.get(key) for key in self.parse_keys}
