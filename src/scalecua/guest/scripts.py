"""Scripts of OSWorld's runners: Python code and bash, each in a file of its own, each run once."""

import tempfile
from pathlib import Path

from . import commands
from .refused import Refused

PYTHON_S = 60.0
BASH_S = 30.0
LONGEST_S = 3600.0


def run_python(guest, fields: dict) -> dict:
    """Run `code`; output and error apart. The answer has status 200 whatever the code came to."""
    code = fields.get("code")
    if not isinstance(code, str):
        raise Refused(f"code must be a text, not {code!r}")
    timeout_s = _seconds(fields.get("timeout"), PYTHON_S)
    done = _run("python3", code, ".py", timeout_s, None)
    good = done["returncode"] == 0
    return {
        "status": "success" if good else "error",
        "message": done["output"] + done["error"],
        "need_more": False,
        "output": done["output"],
        "error": done["error"],
        "return_code": done["returncode"],
    }


def run_bash_script(guest, fields: dict) -> dict:
    """Run `script` by bash; what it says on either stream is in `output`, in order."""
    script, folder = fields.get("script"), fields.get("working_dir")
    if not isinstance(script, str) or not script.strip():
        raise Refused(f"script must be a text, not {script!r}")
    if folder is not None and not (isinstance(folder, str) and Path(folder).expanduser().is_dir()):
        raise Refused(f"no such folder: {folder!r}")
    timeout_s = _seconds(fields.get("timeout"), BASH_S)
    where = None if folder is None else Path(folder).expanduser()
    done = _run("bash", f"exec 2>&1\n{script}", ".sh", timeout_s, where)
    return {
        "status": "success" if done["returncode"] == 0 else "error",
        "output": done["output"],
        "error": "",
        "returncode": done["returncode"],
    }


def _run(program: str, text: str, suffix: str, timeout_s: float, folder: Path | None) -> dict:
    """One run; past its time a code of -1, as OSWorld's runners expect: an error they would repeat."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix, encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            return commands.run([program, file.name], False, timeout_s, folder)
        except Refused as refused:
            if refused.status != commands.TOOK_TOO_LONG:
                raise
            return {"returncode": -1, "output": "", "error": f"timed out after {timeout_s:g} seconds"}


def _seconds(value: object, default: float) -> float:
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= LONGEST_S:
        raise Refused(f"timeout must be between 0 and {LONGEST_S:g} seconds, not {value!r}")
    return float(value)
