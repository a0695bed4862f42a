"""`check_config_status`: settings in gimprc and sessionrc."""

from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

GIMPRC = r"""# GIMP gimprc
# (theme "Dark")

(theme "Dark")
(undo-levels 100)
(theme "Light") # (theme "System")
(layer-new-name "Big Square")
(comment "a (bracket, a \" mark and a # sign")
(default-image
    (width 1920)
    (height 1080)
    (unit pixels))
(grid-spacing 10 20)
(color-management (mode display)
    (display-profile "Light"))
( single-window-mode   yes )
# end of gimprc
"""

CASES: list[tuple[Any, str, int]] = [
    ("theme", '"Light"', 1),
    ("theme", '"Dark"', 0),
    ("theme", '"System"', 0),
    ("theme", "Light", 0),
    ("theme", '"light"', 0),
    ("undo-levels", "100", 1),
    ("undo-levels", "10", 0),
    ("undo-levels", "1000", 0),
    ("undo-level", "100", 0),
    ("layer-new-name", '"Big Square"', 1),
    ("layer-new-name", 'Square"', 0),
    ("comment", r'"a (bracket, a \" mark and a # sign"', 1),
    ("single-window-mode", "yes", 1),
    ("grid-spacing", "10 20", 1),
    ("grid-spacing", "20", 0),
    (["grid-spacing", "10"], "20", 1),
    ("width", "1920", 0),
    (["default-image", "width"], "1920", 1),
    (["default-image", "width"], "1080", 0),
    (["default-image", "depth"], "1920", 0),
    (["theme"], '"Light"', 1),
    ("display-profile", '"Light"', 0),
    (["color-management", "display-profile"], '"Light"', 1),
    ("hide-docks", "yes", 0),
]


@pytest.mark.parametrize(("key", "value", "wanted"), CASES)
@pytest.mark.parametrize("kind", ["type:", "type"])
def test_scores(tmp_path: Path, key: Any, value: str, wanted: int, kind: str) -> None:
    (tmp_path / "gimprc").write_text(GIMPRC)
    rules = {kind: "key-value", "key": key, "value": value}
    assert metric("check_config_status")(tmp_path / "gimprc", rules) == wanted


def test_sessionrc(tmp_path: Path) -> None:
    rules = {"type:": "key-value", "key": "hide-docks", "value": "yes"}
    for value, wanted in (("yes", 1), ("no", 0)):
        (tmp_path / "sessionrc").write_text(
            '(session-info "toplevel"\n    (position 60 30)\n    (gimp-dock (hide-docks yes)))\n'
            f"(hide-docks {value})\n(last-tip-shown 0)\n"
        )
        assert metric("check_config_status")(tmp_path / "sessionrc", rules) == wanted


def test_empty_file_has_no_settings(tmp_path: Path) -> None:
    (tmp_path / "gimprc").write_text("")
    assert metric("check_config_status")(tmp_path / "gimprc", {"key": "theme", "value": '"Light"'}) == 0


@pytest.mark.parametrize(
    "data", [b"(theme", b"theme)", b"\xff\xfe(", b"(" * 500 + b")" * 500, b")(", b"(" * 1_000_000]
)
def test_unreadable(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "gimprc").write_bytes(data)
    with pytest.raises(Unreadable):
        metric("check_config_status")(tmp_path / "gimprc", {"key": "theme", "value": '"Light"'})


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ({"value": "1"}, KeyError),
        ({"key": "theme"}, KeyError),
        ({"key": [], "value": "1"}, ValueError),
        ({"key": "undo-levels", "value": 100}, ValueError),
        ({"type:": "regex", "key": "theme", "value": "1"}, ValueError),
        ({"type": "regex", "type:": "key-value", "key": "theme", "value": "1"}, ValueError),
        ({"key": "theme", "value": "1", "section": "a"}, ValueError),
    ],
)
def test_rules_that_are_none(tmp_path: Path, rules: dict[str, Any], error: type[Exception]) -> None:
    (tmp_path / "gimprc").write_text(GIMPRC)
    with pytest.raises(error):
        metric("check_config_status")(tmp_path / "gimprc", rules)
