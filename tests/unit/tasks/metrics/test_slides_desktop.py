"""Checks of LibreOffice's settings and of what Impress shows."""

from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

SAVE = "/org.openoffice.Office.Common/Save/Document"
START = "/org.openoffice.Office.Impress/Misc/Start"
STATE = "https://accessibility.ubuntu.example.org/ns/state"


def settings(path: Path, *values: tuple[str, str, str]) -> Path:
    items = "".join(
        f'<item oor:path="{where}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for where, name, value in values
    )
    file = path / "registrymodifications.xcu"
    file.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>'
    )
    return file


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ([(START, "EnablePresenterScreen", "false")], 1),
        ([(START, "EnablePresenterScreen", "true")], 0),
        ([], 0),
        ([("/org.openoffice.Office.Calc/Misc/Start", "EnablePresenterScreen", "false")], 0),
        ([(START, "EnableSdremote", "false")], 0),
        ([(START, "EnablePresenterScreen", value) for value in ("false", "true")], 0),
    ],
)
def test_presenter_console(values: list[tuple[str, str, str]], score: float, tmp_path: Path) -> None:
    assert metric("check_presenter_console_disable")(settings(tmp_path, *values)) == score


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ([(SAVE, "AutoSaveTimeIntervall", "3")], 1),
        ([(SAVE, "AutoSaveTimeIntervall", "4")], 0),
        ([(SAVE, "AutoSaveTimeIntervall", "30")], 0),
        ([], 0),
        ([(SAVE, "AutoSaveTimeIntervall", "3"), (SAVE, "AutoSave", "true")], 1),
        ([(SAVE, "AutoSaveTimeIntervall", "3"), (SAVE, "AutoSave", "false")], 0),
        (
            [
                (SAVE, "AutoSaveTimeIntervall", "3"),
                ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"),
            ],
            0,
        ),
    ],
)
def test_auto_saving(values: list[tuple[str, str, str]], score: float, tmp_path: Path) -> None:
    assert metric("check_auto_saving_time")(settings(tmp_path, *values), {"minutes": 3}) == score


@pytest.mark.parametrize("rules", [{}, {"minutes": "3"}, {"minutes": 0}, {"minutes": 3, "seconds": 1}])
def test_rules_on_auto_saving_are_closed(rules: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="minutes"):
        metric("check_auto_saving_time")(settings(tmp_path), rules)


@pytest.mark.parametrize(
    ("inside", "score"),
    [
        ('<document-frame name="Slides View"/>', 1),
        ('<document-frame name="Slides View" st:showing="true" st:enabled="true"/>', 1),
        ('<document-frame name="Slides View" st:enabled="true"/>', 0),
        ('<document-frame name="Slides"/>', 0),
        ('<push-button name="Slides View"/>', 0),
        ('<panel name="x"><document-frame name="Drawing View"/></panel>', 0),
        ("", 0),
    ],
)
def test_left_panel(inside: str, score: float) -> None:
    application = f'<application name="soffice">{inside}</application>'
    tree = f'<desktop-frame xmlns:st="{STATE}">{application}</desktop-frame>'
    assert metric("check_left_panel")(tree) == score


BOMB = '<!DOCTYPE a [<!ENTITY b "xxxx">]><a>&b;</a>'


@pytest.mark.parametrize("text", ["", "<open>", BOMB])
def test_what_is_no_xml_is_unreadable(text: str, tmp_path: Path) -> None:
    file = tmp_path / "registrymodifications.xcu"
    file.write_text(text)
    with pytest.raises(Unreadable):
        metric("check_presenter_console_disable")(file)
    with pytest.raises(Unreadable):
        metric("check_auto_saving_time")(file, {"minutes": 3})
    with pytest.raises(Unreadable):
        metric("check_left_panel")(text)
