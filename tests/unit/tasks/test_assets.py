"""Assets: the mirror before the cache before the network, and nothing that is not what it should be."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure
from scalecua.tasks import asset_download
from scalecua.tasks.asset_address import places
from scalecua.tasks.assets import Assets


@dataclass
class Site:
    """A web server: how often each target was asked for, and the address of each."""

    address: str
    asked: Counter[str] = field(default_factory=Counter)

    def url(self, target: str) -> str:
        return self.address + target


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(asset_download, "PAUSE_S", 0.0)
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked[self.path] += 1
            kind, _, rest = self.path[1:].partition("/")
            if kind == "to":
                self.send_response(302)
                self.send_header("Location", rest.replace("SITE", served.address))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if kind == "busy" and served.asked[self.path] < 3:
                self.send_error(503)
                return
            if kind == "none":
                self.send_error(404)
                return
            if kind == "slow":
                time.sleep(0.3)
            body = f"this is {self.path}".encode()
            self.send_response(200)
            if kind != "endless":
                self.send_header("Content-Length", str(len(body) + (5 if kind == "short" else 0)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served = Site(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        server.shutdown()
        thread.join()


async def text(assets: Assets, url: str) -> str:
    return (await assets.get(url)).read_text()


@pytest.mark.parametrize("target", ["/a/b.txt", "/a/my%20file.txt", "/a/%E6%97%A9.tex", "/a/b.txt?x=1/2"])
async def test_the_network_is_asked_once_and_then_the_cache(site: Site, tmp_path: Path, target: str) -> None:
    for offline in (False, False, True):
        assets = Assets(cache=tmp_path, offline=offline)
        assert await text(assets, site.url(target)) == f"this is {target}"
    assert site.asked == {target: 1}


async def test_a_name_outside_ascii_is_asked_for_as_escapes(site: Site, tmp_path: Path) -> None:
    assert await text(Assets(cache=tmp_path), site.url("/早.tex")) == "this is /%E6%97%A9.tex"


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("/a/b.txt", "a/b.txt"),
        ("/a//my%20file.txt", "a/my file.txt"),
        ("/a/my%20file.txt", "a/my%20file.txt"),
        ("/a/b.txt?x=1/2", "a/b.txt?x=1%2F2"),
        ("/a/", "a/index.html"),
        ("", "index.html"),
        ("/%2e%2e/b", "%2e%2e/b"),
        ("/a%2Fb", "a%2Fb"),
    ],
)
async def test_the_mirror_comes_first(site: Site, tmp_path: Path, target: str, place: str) -> None:
    file = tmp_path / "mirror" / site.address.removeprefix("http://") / place
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    assert await text(Assets(tmp_path / "mirror", cache=tmp_path / "cache"), site.url(target)) == "mine"
    assert not site.asked


async def test_what_the_mirror_lacks_comes_from_the_network(site: Site, tmp_path: Path) -> None:
    (tmp_path / "mirror").mkdir()
    assets = Assets(tmp_path / "mirror", cache=tmp_path / "cache")
    assert await text(assets, site.url("/a")) == "this is /a"
    long = site.url(f"/{'b' * 300}")
    assert await text(assets, long) == f"this is /{'b' * 300}"


def test_no_place_is_outside_the_mirror() -> None:
    for url in ("http://h/%2e%2e/%2e%2e/x", "http://h/..%2F..%2Fx", "http://h/%00", "http://H:81/a?b=../c"):
        for place in places(url):
            assert ".." not in place.parts
            assert not place.is_absolute()
            assert place.parts[0] in ("h", "h:81")


async def test_a_damaged_file_is_fetched_again_and_never_used(site: Site, tmp_path: Path) -> None:
    assets = Assets(cache=tmp_path)
    file = await assets.get(site.url("/a"))
    file.write_text("this is /b")
    with pytest.raises(TaskError, match="network is off"):
        await Assets(cache=tmp_path, offline=True).get(site.url("/a"))
    assert await text(assets, site.url("/a")) == "this is /a"
    assert site.asked == {"/a": 2}


async def test_a_record_without_its_hash_counts_for_nothing(site: Site, tmp_path: Path) -> None:
    file = await Assets(cache=tmp_path).get(site.url("/a"))
    file.with_name(file.name + ".json").write_text("{}")
    await Assets(cache=tmp_path).get(site.url("/a"))
    assert site.asked == {"/a": 2}


async def test_those_who_ask_at_once_share_a_download(site: Site, tmp_path: Path) -> None:
    first, second = Assets(cache=tmp_path), Assets(cache=tmp_path)
    asked = [assets.get(site.url("/slow/a")) for assets in (first, second) * 4]
    found = await asyncio.gather(*asked, first.get(site.url("/slow/b")))
    assert [path.read_text() for path in found] == ["this is /slow/a"] * 8 + ["this is /slow/b"]
    assert site.asked == {"/slow/a": 1, "/slow/b": 1}


async def test_offline_asks_nobody_and_says_where_to_put_the_file(site: Site, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    url = site.url("/a/my%20file.txt")
    with pytest.raises(TaskError, match="network is off") as caught:
        await Assets(mirror, cache=tmp_path / "cache", offline=True).get(url)
    assert caught.value.failure is Failure.ASSET
    assert url in str(caught.value)
    assert str(mirror / site.address.removeprefix("http://") / "a/my file.txt") in str(caught.value)
    assert not site.asked
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("target", "times", "said"),
    [("/none/a", 1, "404"), ("/short/a", 3, "bytes of"), ("/to/file:///etc/passwd", 1, "not allowed")],
)
async def test_what_cannot_be_had_is_an_error_and_leaves_nothing(
    site: Site, tmp_path: Path, target: str, times: int, said: str
) -> None:
    with pytest.raises(TaskError, match=said) as caught:
        await Assets(cache=tmp_path).get(site.url(target))
    assert caught.value.failure is Failure.ASSET
    assert site.url(target) in str(caught.value)
    assert site.asked == {target: times}
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


async def test_a_busy_server_is_asked_again(site: Site, tmp_path: Path) -> None:
    assert await text(Assets(cache=tmp_path), site.url("/busy/a")) == "this is /busy/a"
    assert site.asked == {"/busy/a": 3}


async def test_redirects_are_followed_but_not_to_anything(site: Site, tmp_path: Path) -> None:
    assets = Assets(cache=tmp_path)
    assert await text(assets, site.url("/to/SITE/a")) == "this is /a"
    for target in ("/to/ftp://127.0.0.1/a", "/to/http://u:p@127.0.0.1/a"):
        with pytest.raises(TaskError, match=r"ftp|user name"):
            await assets.get(site.url(target))
    assert site.asked.total() == 4


@pytest.mark.parametrize("kind", ["plain", "endless"])
async def test_what_is_too_large_is_refused(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(asset_download, "LIMIT", 5)
    with pytest.raises(TaskError, match="larger than 5 bytes"):
        await Assets(cache=tmp_path).get(site.url(f"/{kind}/a"))


@pytest.mark.parametrize(
    "url",
    [
        *("file:///etc/passwd", "ftp://host/a", "http:///a", "https://", "/etc/passwd", "", "http://:80/a"),
        *("http://user:secret@host/a", "http://host:port/a", "http://host/../a", "http://host/a b"),
        *("http://[::1/a", "data:,a"),
    ],
)
async def test_what_is_no_address_of_the_web_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(TaskError) as caught:
        await Assets(tmp_path, cache=tmp_path).get(url)
    assert caught.value.failure is Failure.ASSET
    assert "secret" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
