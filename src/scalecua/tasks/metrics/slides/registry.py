"""LibreOffice's settings (registrymodifications.xcu) as far as Impress tasks look at them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import defusedxml.ElementTree as ElementTree

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import agents

_OOR = "{http://openoffice.org/2001/registry}"
_PRESENTER = "/org.openoffice.Office.Impress/Misc/Start", "EnablePresenterScreen"
_MINUTES = "/org.openoffice.Office.Common/Save/Document", "AutoSaveTimeIntervall"
# Where one of these is false, nothing is saved by itself; a file without them leaves saving on.
_ENABLED = (
    ("/org.openoffice.Office.Common/Save/Document", "AutoSave"),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled"),
)


def check_presenter_console_disable(result: Path) -> float:
    """1 where the presenter console has been switched off; it is on by default."""
    return float(_settings(result).get(_PRESENTER) == "false")


def check_auto_saving_time(result: Path, rules: dict[str, Any]) -> float:
    """1 where documents are saved by themselves every `rules["minutes"]` minutes, and that is not off."""
    known(rules, ("minutes",))
    minutes = rules["minutes"]
    if not isinstance(minutes, int) or isinstance(minutes, bool) or minutes < 1:
        raise ValueError(f"minutes is {minutes!r}; it must be a whole number from 1")
    settings = _settings(result)
    return float(
        settings.get(_MINUTES) == str(minutes) and all(settings.get(key) != "false" for key in _ENABLED)
    )


def _settings(result: Path) -> Mapping[tuple[str, str], str]:
    """Values by path and name; of several the last, as LibreOffice reads them."""
    with agents("a settings file of LibreOffice"):
        root = ElementTree.fromstring(found(result), forbid_dtd=True)
        return {
            (item.get(f"{_OOR}path", ""), prop.get(f"{_OOR}name", "")): (prop.findtext("value") or "").strip()
            for item in root.iter("item")
            for prop in item.iter("prop")
        }
