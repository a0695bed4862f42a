"""What applications are told for the whole system, so that none asks, greets or fetches at its start."""

import json
from collections.abc import Mapping

from scalecua.desktop.packages import GROUPS

# The desktop is the sandbox: within it Chromium may make none of its own, and its banner would say so.
CHROMIUM = (
    *(
        "--no-sandbox",
        "--test-type",
        "--no-first-run",
        "--no-default-browser-check",
        "--password-store=basic",
    ),
    *("--force-renderer-accessibility", "--disable-gpu", "--disable-component-update"),
)
# Chromium debugs no profile that is its default one. The script stays, and ends the browser when it is told
# to end itself, for tasks that say `pkill chrome`.
CHROME = """#!/bin/sh
chromium --user-data-dir="$HOME/.config/google-chrome" "$@" &
trap 'kill $!' TERM INT HUP
wait $!
wait $!
"""
THUNDERBIRD: Mapping[str, object] = {
    "app.donation.eoy.version.viewed": 999,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "mail.provider.suppress_dialog_on_startup": True,
    "mail.rights.version": 1,
    "mail.shell.checkDefaultClient": False,
    "mail.spotlight.firstRunDone": True,
    "mailnews.start_page.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
OFFICE = {
    "org.openoffice.Office.Common/Misc": {"FirstRun": "false", "ShowTipOfTheDay": "false"},
    "org.openoffice.Office.Impress/Misc/NewDoc": {"AutoPilot": "false"},
    "org.openoffice.Setup/Product": {"ooSetupLastVersion": "99.0", "WhatsNew": "false"},
}
# What plays is asked of its web interface.
VLC = (
    "[qt]\nqt-privacy-ask=0\nmetadata-network-access=0\n"
    "[core]\nextraintf=http\nhttp-port=8080\n[lua]\nhttp-password=password\n"
)
HOME = "opt/scalecua/home"


def _items(sections: Mapping[str, Mapping[str, str]]) -> str:
    """LibreOffice's settings as its user registry holds them."""
    items = "".join(
        f'<item oor:path="/{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>\n"
        for path, section in sections.items()
        for name, value in section.items()
    )
    kind = 'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<oor:items {kind}>\n{items}</oor:items>\n'


FILES: Mapping[str, Mapping[str, str]] = {
    "office": {f"{HOME}/.config/libreoffice/4/user/registrymodifications.xcu": _items(OFFICE)},
    "web": {
        "etc/chromium.d/scalecua": f'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS {" ".join(CHROMIUM)}"\n',
        "usr/local/bin/google-chrome": CHROME,
        "etc/thunderbird/pref/scalecua.js": "".join(
            f"pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in THUNDERBIRD.items()
        ),
    },
    "media": {f"{HOME}/.config/vlc/vlcrc": VLC},
}


def files(apps: str) -> dict[str, str]:
    """Path below the root to text, for everything in a group."""
    return {name: text for group in GROUPS[apps] for name, text in FILES.get(group, {}).items()}
