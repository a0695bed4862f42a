"""What getters find in a browser's profile."""

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.base import Fetched
from scalecua.tasks.getters.browser import databases, profile
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.scene import Scene

CHROME, CHROMIUM = "/home/user/.config/google-chrome", "/home/user/.config/chromium"
PREFERENCES = "Default/Preferences"


class Files:
    """A desktop of which there are only files, and a browser of this age that holds the profile."""

    size = (800, 600)

    def __init__(self, files: dict[str, bytes], age: str = "") -> None:
        self.files, self.age = files, age

    async def execute(self, argv: Sequence[str], *, timeout_s: float) -> ExecResult:
        under = [name for name in self.files if name.startswith(f"{argv[-1]}/")]
        if argv[0] == "test":
            return ExecResult(0 if under else 1, "", "")
        if argv[0] == "stat":
            data = self.files.get(argv[-1])
            return ExecResult(1, "", "") if data is None else ExecResult(0, f"{len(data)} regular file\n", "")
        if argv[0] == "find":
            names = [name.rpartition("/")[2] for name in self.files if name.startswith(f"{argv[1]}/")]
            return ExecResult(0 if names else 1, "".join(f"{name}\n" for name in names), "")
        assert argv[:3] == ("sh", "-c", profile.AGE)
        return ExecResult(0, self.age, "")

    async def read(self, path: str) -> bytes:
        return self.files[path]

    async def connect(self, port: int) -> Any:
        raise DesktopError(f"nothing listens on {port}")

    async def tree(self) -> str:
        return "<desktop-frame/>"


def scene(files: dict[str, bytes], age: str = "") -> Scene:
    return Scene(cast(Desktop, Files(files, age)), Assets())


async def get(kind: str, files: dict[str, bytes], **fields: Any) -> Any:
    return await parse({"type": kind, **fields}, "result")(scene(files))


def kept(value: Any, folder: str = CHROME, name: str = PREFERENCES) -> dict[str, bytes]:
    return {f"{folder}/{name}": json.dumps(value).encode()}


ENGINE = {"default_search_provider_data": {"template_url_data": {"short_name": "Microsoft Bing"}}}
EXTENSIONS = {
    "extensions": {
        "settings": {
            "a": {"path": "/home/user/Desktop/hello"},
            "b": {"path": "b/1.0_0", "manifest": {"name": "Momentum"}},
            "c": 3,
        }
    }
}
SETTINGS = "default_content_setting_values"


@pytest.mark.parametrize(
    ("kind", "preferences", "value"),
    [
        ("enable_do_not_track", {"enable_do_not_track": True}, "true"),
        ("enable_do_not_track", {"enable_do_not_track": False}, "false"),
        ("enable_do_not_track", {}, "false"),
        ("enable_safe_browsing", {}, "true"),
        ("enable_safe_browsing", {"safebrowsing": {"enabled": True}}, "true"),
        ("enable_safe_browsing", {"safebrowsing": {"enabled": False, "enhanced": True}}, "true"),
        ("enable_safe_browsing", {"safebrowsing": {"enabled": False, "enhanced": False}}, "false"),
        ("data_delete_automacally", {"profile": {SETTINGS: {"cookies": 4}}}, "true"),
        ("data_delete_automacally", {"profile": {SETTINGS: {"cookies": 1}}}, "false"),
        ("data_delete_automacally", {"profile": {SETTINGS: {"geolocation": 4}}}, "false"),
        ("data_delete_automacally", {}, "false"),
        ("new_startup_page", {}, "true"),
        ("new_startup_page", {"session": {"startup_urls": ["http://funbrain.com/"]}}, "true"),
        ("new_startup_page", {"session": {"restore_on_startup": 5}}, "true"),
        ("new_startup_page", {"session": {"restore_on_startup": 4}}, "false"),
        ("default_search_engine", ENGINE, "Microsoft Bing"),
        ("default_search_engine", {}, None),
        ("profile_name", {"profile": {"name": "Thomas"}}, "Thomas"),
        ("profile_name", {"profile": {"name": ["Thomas"]}}, None),
        ("chrome_appearance_mode_ui", {}, "system"),
        (
            "chrome_appearance_mode_ui",
            {"browser": {"theme": {"color_scheme": 2, "color_scheme2": 1}}},
            "light",
        ),
        ("chrome_appearance_mode_ui", {"browser": {"theme": {"color_scheme": 2}}}, "dark"),
        ("chrome_appearance_mode_ui", {"browser": {"theme": {"color_scheme2": [2]}}}, "system"),
        ("find_unpacked_extension_path", EXTENSIONS, ["/home/user/Desktop/hello"]),
        ("find_unpacked_extension_path", {}, []),
        ("find_installed_extension_name", EXTENSIONS, ["Momentum"]),
        ("find_installed_extension_name", {"extensions": 1}, []),
    ],
)
async def test_settings(kind: str, preferences: dict[str, Any], value: Any) -> None:
    assert await get(kind, kept(preferences)) == value
    assert await get(kind, kept(preferences, CHROMIUM)) == value
    assert await get(kind, {}) is None
    assert await get(kind, {f"{CHROME}/{PREFERENCES}": b"{broken"}) is None
    assert await get(kind, kept([1])) is None


async def test_font_sizes_have_the_browsers_own_under_those_chosen() -> None:
    sizes = await get("chrome_font_size", kept({"webkit": {"webprefs": {"default_font_size": 24}}}))
    assert (sizes["default_font_size"], sizes["default_fixed_font_size"]) == (24, 13)
    assert (await get("chrome_font_size", kept({})))["default_font_size"] == 16
    assert await get("chrome_font_size", {}) is None


async def test_secure_preferences_are_preferences() -> None:
    settings = {"extensions": {"settings": {"d": {"path": "/opt/d"}}}}
    files = {**kept(EXTENSIONS), **kept(settings, name="Default/Secure Preferences")}
    assert await get("find_unpacked_extension_path", files) == ["/home/user/Desktop/hello", "/opt/d"]


async def test_the_profile_of_chrome_comes_before_that_of_chromium() -> None:
    files = {**kept({"enable_do_not_track": True}), **kept({"enable_do_not_track": False}, CHROMIUM)}
    assert await get("enable_do_not_track", files) == "true"


@pytest.mark.parametrize(("age", "waits"), [("", False), ("3\n", False), (" 11\n", True), ("x", False)])
async def test_a_browser_that_ran_for_long_has_time_to_write(
    age: str, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    found = await parse({"type": "enable_do_not_track"}, "result")(scene(kept({}), age))
    assert (found, waited) == ("false", [profile.COMMIT_S] if waits else [])


async def test_experiments_are_in_the_state_of_all_profiles() -> None:
    state = {"browser": {"enabled_labs_experiments": ["one@1"]}}
    assert await get("enabled_experiments", kept(state, name="Local State")) == ["one@1"]
    assert await get("enabled_experiments", kept({}, name="Local State")) == []
    assert await get("enabled_experiments", {}) is None


async def test_bookmarks_are_the_roots() -> None:
    roots: dict[str, Any] = {"bookmark_bar": {"children": []}}
    assert await get("bookmarks", kept({"roots": roots}, name="Default/Bookmarks")) == roots
    assert await get("bookmarks", kept({"roots": 1}, name="Default/Bookmarks")) is None
    assert await get("bookmarks", kept({})) is None


def database(path: Path, *statements: str) -> bytes:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path.read_bytes()


async def test_history_and_cookies_are_rows(tmp_path: Path) -> None:
    visits = database(
        tmp_path / "h",
        "CREATE TABLE urls (id INTEGER, url TEXT, title TEXT, last_visit_time INTEGER)",
        "INSERT INTO urls VALUES (1, 'https://a.com/', 'A', 5)",
    )
    cookies = database(
        tmp_path / "c",
        "CREATE TABLE cookies (creation_utc INTEGER, host_key TEXT, name TEXT, encrypted_value BLOB,"
        " path TEXT, expires_utc INTEGER)",
        "INSERT INTO cookies VALUES (1, '.a.com', 'n', x'00ff', '/', 2)",
    )
    files = {f"{CHROME}/Default/History": visits, f"{CHROME}/Default/Cookies": cookies}
    assert await get("history", files, dest="history.sqlite") == [["https://a.com/", "A", 5]]
    assert await get("cookie_data", files, dest="Cookies") == [[1, ".a.com", "n", "/", 2]]


async def test_a_profile_without_a_database_has_no_rows() -> None:
    assert await get("history", kept({}), dest="h") == []
    assert await get("cookie_data", {}, dest="c") is None
    assert await get("history", {f"{CHROME}/Default/History": b"no database"}, dest="h") is None


def test_what_was_written_beside_a_database_counts(tmp_path: Path) -> None:
    path = tmp_path / "h"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (v TEXT)")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint")
    connection.execute("INSERT INTO t VALUES ('late')")
    connection.commit()
    log = Fetched("h-wal", (tmp_path / "h-wal").read_bytes())
    assert databases.rows("SELECT v FROM t", Fetched("h", path.read_bytes()), log) == [["late"]]
    connection.close()


def test_a_hostile_database_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "STEPS", 100_000)
    endless = (
        "CREATE VIEW t AS WITH RECURSIVE c(v) AS (SELECT 1 UNION ALL SELECT v FROM c) SELECT count(*) FROM c"
    )
    assert databases.rows("SELECT * FROM t", Fetched("h", database(tmp_path / "v", endless))) is None
    large = ("CREATE TABLE t (v TEXT)", f"INSERT INTO t VALUES ('{'x' * 100_000}')")
    ((cell,),) = databases.rows("SELECT v FROM t", Fetched("h", database(tmp_path / "l", *large))) or []
    assert cell == "x" * databases.CELL


async def test_launchers_on_the_desktop() -> None:
    files = {"/home/user/Desktop/a.desktop": b"[Desktop Entry]\nName=\xff\n"}
    assert await get("shortcuts_on_desktop", files) == {"a.desktop": "[Desktop Entry]\nName=\ufffd\n"}
    assert await get("shortcuts_on_desktop", {}) is None


@pytest.mark.parametrize("kind", ["bookmarks", "history", "profile_name", "shortcuts_on_desktop"])
def test_unknown_parameters_are_refused(kind: str) -> None:
    with pytest.raises(JudgeError, match="no_such"):
        parse({"type": kind, "no_such": 1}, "result")
