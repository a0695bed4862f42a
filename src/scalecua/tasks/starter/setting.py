"""The preferences dialog of a text editor: switch one setting on or off, and leave the others."""

from collections.abc import Mapping
from random import Random

from scalecua.tasks.starter.parts import Json, click, execute, launch, prints, wait_window
from scalecua.tasks.starter.style import SETTINGS
from scalecua.tasks.starter.template import Slip, Template, Variant

SCHEMA = "org.xfce.mousepad.preferences.view"
KEYS = {
    "Show line numbers": "show-line-numbers",
    "Display whitespace": "show-whitespace",
    "Display line endings": "show-line-endings",
    "Highlight current line": "highlight-current-line",
    "Highlight matching brackets": "match-braces",
    "Long line margin at column:": "show-right-margin",
}
TARGETS = tuple(label for label in KEYS if not label.endswith(":"))
# All are off where nobody has set them.
_SET = 'schema=$1; shift; for key; do gsettings set "$schema" "$key" true; done'
# The editor hands a setting over to a service that writes it down a little later.
_GET = """for n in 1 2 3 4; do
found=$(gsettings list-recursively "$1" | cut -d " " -f 2- | grep -E "^($2) " | sort)
[ "$found" = "$3" ] && break
sleep 0.1
done
echo "$found"
"""


def _draw(rng: Random) -> Variant:
    before = {label: rng.random() < 0.5 for label in KEYS}
    target, other = rng.sample(TARGETS, 2)
    after = {**before, target: not before[target]}
    wrong = click(other, "check box")
    return Variant(
        instruction=f"Turn {'on' if after[target] else 'off'} {target}.",
        setup=(SETTINGS, _set(before), launch("mousepad", "--preferences"), wait_window("Preferences")),
        judge=_judge(after),
        steps=(click(target, "check box"),),
        slips=(Slip(0, (wrong,), (wrong,)),),
    )


def _set(states: Mapping[str, bool]) -> Json:
    return execute("sh", "-c", _SET, "sh", SCHEMA, *(KEYS[label] for label, on in states.items() if on))


def _judge(states: Mapping[str, bool]) -> Json:
    lines = "\n".join(sorted(f"{KEYS[label]} {str(on).lower()}" for label, on in states.items()))
    return prints(("sh", "-c", _GET, "sh", SCHEMA, "|".join(KEYS.values()), lines), lines + "\n")


TEMPLATES = (Template("setting", "editor", ("mousepad",), _draw),)
