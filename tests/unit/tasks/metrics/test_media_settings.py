"""VLC's settings and status, and MP3 tags: each metric on passes, fails, near misses and broken files."""

from pathlib import Path
from typing import Any, cast

import pytest
from mutagen.easyid3 import EasyID3

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

ONE_INSTANCE = "one-instance-when-started-from-file"
BLACK = ";".join(["10", "20", "99"] * 4)
# Metric, the key of its rule, what the rule says, lines of vlcrc, score.
SETTINGS = [
    ("check_qt_bgcone", "expected_qt_bgcone", 0, "qt-bgcone=0", 1),
    ("check_qt_bgcone", "expected_qt_bgcone", 0, "qt-bgcone=1", 0),
    ("check_qt_bgcone", "expected_qt_bgcone", 0, "#qt-bgcone=0", 0),
    ("check_qt_bgcone", "expected_qt_bgcone", 1, "#qt-bgcone=0", 1),
    ("check_qt_bgcone", "expected_qt_bgcone", "0", "[qt]\nqt-bgcone=0", 1),
    ("check_qt_bgcone", "expected_qt_bgcone", 0, "qt-bgcone-expands=0", 0),
    ("check_qt_bgcone", "expected_qt_bgcone", 0, "qt-bgcone=0\nqt-bgcone=1", 0),
    ("check_qt_max_volume", "expected_qt_max_volume", 200, "qt-max-volume=200", 1),
    ("check_qt_max_volume", "expected_qt_max_volume", 200, "qt-max-volume=201", 0),
    ("check_qt_max_volume", "expected_qt_max_volume", 125, "", 1),
    ("check_qt_minimal_view", "expected_qt_minimal_view", 1, "qt-minimal-view=1", 1),
    ("check_qt_minimal_view", "expected_qt_minimal_view", 1, "", 0),
    ("check_play_and_exit", "expected_play_and_exit", 0, "play-and-exit=0", 1),
    ("check_play_and_exit", "expected_play_and_exit", 0, "", 1),
    ("check_play_and_exit", "expected_play_and_exit", 0, "play-and-exit=1", 0),
    (f"check_{ONE_INSTANCE}".replace("-", "_"), f"expected_{ONE_INSTANCE}".replace("-", "_"), 0, "", 0),
    (
        f"check_{ONE_INSTANCE}".replace("-", "_"),
        f"expected_{ONE_INSTANCE}".replace("-", "_"),
        0,
        f"{ONE_INSTANCE}=0",
        1,
    ),
    ("check_global_key_play_pause", "expected_global_key_play_pause", 1, "global-key-play-pause=Ctrl+p", 1),
    ("check_global_key_play_pause", "expected_global_key_play_pause", 1, "global-key-play-pause=", 0),
    ("check_global_key_play_pause", "expected_global_key_play_pause", 1, "key-play-pause=Space", 0),
    ("check_global_key_play_pause", "expected_global_key_play_pause", 0, "", 1),
    ("check_qt_slider_colours", "type", "blackish", f"qt-slider-colours={BLACK}", 1),
    ("check_qt_slider_colours", "type", "blackish", f"qt-slider-colours={BLACK.replace('99', '100', 1)}", 0),
    ("check_qt_slider_colours", "type", "blackish", "qt-slider-colours=1;2;3", 0),
    ("check_qt_slider_colours", "type", "blackish", f"qt-slider-colours={BLACK};x", 0),
    ("check_qt_slider_colours", "type", "blackish", "", 0),
    (
        "is_vlc_recordings_folder",
        "recording_file_path",
        "/home/user/Desktop",
        "input-record-path=/home/user/Desktop",
        1,
    ),
    (
        "is_vlc_recordings_folder",
        "recording_file_path",
        "/home/user/Desktop",
        "input-record-path=/home/user/Desktop/",
        1,
    ),
    (
        "is_vlc_recordings_folder",
        "recording_file_path",
        "/home/user/Desktop",
        "input-record-path=/home/user/Desktop/x",
        0,
    ),
    (
        "is_vlc_recordings_folder",
        "recording_file_path",
        "/home/user/Desktop",
        "#input-record-path=/home/user/Desktop",
        0,
    ),
]
NAME = "Rick - Never (Official).mp4"
URL = "https://a.example/s/master.m3u8"


def status(state: str = "playing", **facts: str) -> bytes:
    infos = "".join(f'<info name="{name}">{value}</info>' for name, value in facts.items())
    body = f'<state>{state}</state><information><category name="meta">{infos}</category></information>'
    return f'<?xml version="1.0" encoding="utf-8"?><root>{body}</root>'.encode()


def file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("name", "key", "value", "lines", "score"), SETTINGS)
def test_settings(name: str, key: str, value: object, lines: str, score: float, tmp_path: Path) -> None:
    vlcrc = file(tmp_path / "vlcrc", f"###\n# VLC\n###\n{lines}\n".encode())
    assert metric(name)(vlcrc, {key: value}) == score


def test_slider_colours_that_must_match(tmp_path: Path) -> None:
    vlcrc = file(tmp_path / "vlcrc", b"qt-slider-colours=1;2;3")
    check = metric("check_qt_slider_colours")
    assert check(vlcrc, {"type": "match", "expected_qt_slider_colours": "1;2;3"}) == 1
    assert check(vlcrc, {"type": "match", "expected_qt_slider_colours": "1;2;4"}) == 0


@pytest.mark.parametrize("name", sorted({name for name, *_ in SETTINGS}))
def test_settings_broken_or_asked_wrongly(name: str, tmp_path: Path) -> None:
    key, value = next((key, value) for other, key, value, *_ in SETTINGS if other == name)
    with pytest.raises(Unreadable):
        metric(name)(file(tmp_path / "vlcrc", b"\xff\xfe\x00"), {key: value})
    for rules in ({}, {key: value, "more": 1}, {key: ["list"]}):
        with pytest.raises((ValueError, TypeError)):
            metric(name)(file(tmp_path / "vlcrc", b""), rules)


BY_NAME = {"type": "file_name", "file_name": NAME}
BY_URL = {"type": "url", "url": URL}


@pytest.mark.parametrize(
    ("said", "rules", "score"),
    [
        (status(filename=NAME, title="Other"), BY_NAME, 1),
        (status(filename=f"My {NAME}"), BY_NAME, 0),
        (status(filename=NAME.lower()), BY_NAME, 0),
        (status(filename="Other.mp4", title=NAME), BY_NAME, 0),
        (status(title=NAME), BY_NAME, 1),
        (status(uri="file:///home/user/Rick%20-%20Never%20%28Official%29.mp4"), BY_NAME, 1),
        (status("paused", filename=NAME), BY_NAME, 0),
        (status("stopped"), BY_NAME, 0),
        (status(), BY_NAME, 0),
        (status(url=URL), BY_URL, 1),
        (status(url=URL + "?x=1", filename="master.m3u8"), BY_URL, 0),
        (status(URI=URL), BY_URL, 1),
        (status(filename=URL), BY_URL, 1),
        (status(filename="master.m3u8"), BY_URL, 1),
        (status(filename="old-master.m3u8"), BY_URL, 0),
        (status("paused", url=URL), BY_URL, 0),
        (status(), BY_URL, 0),
    ],
)
def test_what_vlc_plays(said: bytes, rules: dict[str, str], score: float, tmp_path: Path) -> None:
    assert metric("is_vlc_playing")(file(tmp_path / "status.xml", said), rules) == score
    assert metric("is_vlc_playing")(said.decode(), rules) == score


@pytest.mark.parametrize(
    "said", [b"{}", b"<root/>", b"\xff", b'<!DOCTYPE a [<!ENTITY b "c">]><root><state>&b;</state></root>']
)
def test_no_status_of_vlc_is_unreadable(said: bytes, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        metric("is_vlc_playing")(file(tmp_path / "status.xml", said), BY_NAME)


@pytest.mark.parametrize(
    "rules", [{"type": "title", "title": "a"}, {"type": "url"}, {**BY_URL, "file_name": "a"}]
)
def test_a_wrong_rule_about_playing_is_a_fault(rules: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"type|rules"):
        metric("is_vlc_playing")(file(tmp_path / "status.xml", status()), rules)


def test_fullscreen() -> None:
    check, screen = metric("is_vlc_fullscreen"), {"width": 800, "height": 600}
    assert check(screen, dict(screen)) == 1
    assert check(screen, {"width": 800, "height": 599}) == 0
    assert check(screen, {"width": 600, "height": 800}) == 0
    assert check({"width": 0, "height": 0}, {"width": 0, "height": 0}) == 0
    with pytest.raises(ValueError, match="size"):
        check(screen, {"width": 800})


def rule(ref: str, method: str = "eq") -> dict[str, str]:
    return {"method": method, "ref": ref}


@pytest.mark.parametrize(
    ("tags", "rules", "score"),
    [
        ({"title": "A", "artist": "B"}, {"title": rule("A"), "artist": rule("B")}, 1),
        ({"title": "A", "artist": "b"}, {"title": rule("A"), "artist": rule("B")}, 0),
        ({"title": "A"}, {"title": rule("A"), "artist": rule("B")}, 0),
        ({"title": "A "}, {"title": rule("A")}, 0),
        ({"title": ["A", "B"]}, {"title": rule("A,B")}, 1),
        ({"title": "Abc"}, {"title": rule("^a", "re.I")}, 1),
        ({"title": "Abc"}, {"title": rule("^a", "re")}, 0),
        ({"title": "A"}, {"artist": rule("A", "ne")}, 1),
    ],
)
def test_tags(tags: dict[str, Any], rules: dict[str, Any], score: float, tmp_path: Path) -> None:
    song = file(tmp_path / "song.mp3", b"")
    written = cast(Any, EasyID3)()
    written.update(tags)
    written.save(song)
    assert metric("check_mp3_meta")(song, rules) == score


def test_tags_that_cannot_be_read_or_are_asked_for_wrongly(tmp_path: Path) -> None:
    song, check = file(tmp_path / "song.mp3", b"no tags"), metric("check_mp3_meta")
    for result in (song, tmp_path / "none.mp3", "text"):
        with pytest.raises(Unreadable):
            check(result, {"title": rule("A")})
    for rules in ({}, {"titel": rule("A")}):
        with pytest.raises(ValueError, match="tags"):
            check(song, rules)


@pytest.mark.parametrize(
    "wrong", [{"method": "eq"}, {"method": "like", "ref": "A"}, {**rule("A"), "more": 1}]
)
def test_a_wrong_rule_about_tags_is_a_fault(wrong: dict[str, Any], tmp_path: Path) -> None:
    song = file(tmp_path / "song.mp3", b"")
    cast(Any, EasyID3)().save(song)
    with pytest.raises(ValueError, match=r"method|rules"):
        metric("check_mp3_meta")(song, {"title": wrong})
