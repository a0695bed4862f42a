"""What `vlcrc` says: one metric a setting. A line that is commented out leaves VLC's own default."""

import posixpath
import re
from typing import Any

from scalecua.tasks.metrics.rules import kind, known
from scalecua.tasks.metrics.text import found

COLOURS = "153;210;153;20;210;20;255;199;15;245;39;29"
COLOUR_VALUES = 12
BLACKISH_BELOW = 100


def check_qt_bgcone(result: Any, rules: dict[str, Any]) -> float:
    """1 where the cone behind an idle window is on (1) or off (0) as `expected_qt_bgcone` says."""
    return _equals(result, rules, "expected_qt_bgcone", "qt-bgcone", "1")


def check_qt_max_volume(result: Any, rules: dict[str, Any]) -> float:
    """1 where the greatest volume, per cent, is `expected_qt_max_volume`."""
    return _equals(result, rules, "expected_qt_max_volume", "qt-max-volume", "125")


def check_qt_minimal_view(result: Any, rules: dict[str, Any]) -> float:
    """1 where the minimal interface is on (1) or off (0) as `expected_qt_minimal_view` says."""
    return _equals(result, rules, "expected_qt_minimal_view", "qt-minimal-view", "0")


def check_play_and_exit(result: Any, rules: dict[str, Any]) -> float:
    """1 where leaving at a playlist's end is on (1) or off (0) as `expected_play_and_exit` says."""
    return _equals(result, rules, "expected_play_and_exit", "play-and-exit", "0")


def check_one_instance_when_started_from_file(result: Any, rules: dict[str, Any]) -> float:
    """1 where files go to the running VLC (1) or not (0) as the rule of the metric's name says."""
    key = "one-instance-when-started-from-file"
    return _equals(result, rules, "expected_one_instance_when_started_from_file", key, "1")


def check_global_key_play_pause(result: Any, rules: dict[str, Any]) -> float:
    """1 where a global hotkey for play and pause is set (1) or not (0), whichever key it may be."""
    name = "expected_global_key_play_pause"
    wanted = str(known(rules, (name,))[name])
    if wanted not in ("0", "1"):
        raise ValueError(f"{name} is {wanted!r}; choices: 0, 1")
    return float(bool(_settings(result).get("global-key-play-pause")) == (wanted == "1"))


def check_qt_slider_colours(result: Any, rules: dict[str, Any]) -> float:
    """1 where the volume slider's colours are as `rules["type"]` says.

    `match`: they are the text `expected_qt_slider_colours`. `blackish`: all of their twelve values of red,
    green and blue are below BLACKISH_BELOW.
    """
    chosen = kind(rules, {"match": ("expected_qt_slider_colours",), "blackish": ()})
    colours = _settings(result).get("qt-slider-colours", COLOURS)
    if chosen == "match":
        return float(colours == str(rules["expected_qt_slider_colours"]))
    values = [int(value) for value in colours.split(";") if re.fullmatch(r"\d{1,3}", value.strip())]
    whole = colours.count(";") + 1 == len(values) == COLOUR_VALUES
    return float(whole and max(values) < BLACKISH_BELOW)


def is_vlc_recordings_folder(result: Any, rules: dict[str, Any]) -> float:
    """1 where recordings go to the folder `recording_file_path`; a slash at the end does not matter."""
    wanted = posixpath.normpath(known(rules, ("recording_file_path",))["recording_file_path"])
    folder = _settings(result).get("input-record-path", "")
    return float(bool(folder) and posixpath.normpath(folder) == wanted)


def _equals(result: Any, rules: dict[str, Any], name: str, key: str, default: str) -> float:
    wanted = known(rules, (name,))[name]
    if isinstance(wanted, bool) or not isinstance(wanted, int | str):
        raise ValueError(f"{name} is {wanted!r}, not a number or text")
    return float(_settings(result).get(key, default) == str(wanted))


def _settings(result: Any) -> dict[str, str]:
    """Key to value; as in VLC the last line of a key counts, and headings of sections do not."""
    settings = {}
    for line in found(result).splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith(("#", "[")):
            settings[key.strip()] = value.strip()
    return settings
