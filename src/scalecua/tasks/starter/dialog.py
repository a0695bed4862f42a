"""A dialog in large print whose answer is kept in a file, and the judge of that answer."""

from scalecua.tasks.starter.parts import HOME, Json, launch, prints, wait_window
from scalecua.tasks.starter.style import DIALOGS

ANSWER = f"{HOME}/answer.txt"
# The answer appears whole: exit status, a colon, what the dialog printed.
_RECORD = 'answer=$("$@"); printf "%s:%s\\n" "$?" "$answer" > .answer && mv .answer answer.txt'
# A dialog that is gone has its answer on the way; one that is still there may be about to close.
_READ = """for n in $(seq 12); do
[ -e answer.txt ] || { [ $n -gt 3 ] && wmctrl -l | grep -q . ; } && break
sleep 0.05
done
cat answer.txt"""


def dialog(title: str, *argv: str) -> tuple[Json, ...]:
    """Show a dialog; once it is closed, ANSWER holds its exit status and what it printed."""
    return DIALOGS, launch("sh", "-c", _RECORD, "sh", *argv), wait_window(title)


def answered(text: str, code: int = 0) -> Json:
    """Judge: the dialog printed exactly `text` and left with `code`, which is 0 for OK."""
    return prints(("sh", "-c", f"cd {HOME}; {_READ}"), f"{code}:{text}\n")
