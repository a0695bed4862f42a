"""The program that runs a test suite beside the agent's files: `suite_child.py SUITE FUNCTION SECONDS`.

On standard input it gets a word, and prints it before what the function gave: "score" and a number from 0 to
1, or "raised" and why. Without that word an answer is not its own.
"""

import importlib.util
import math
import os
import resource
import sys
from pathlib import Path

BYTES = {"AS": 1 << 30, "FSIZE": 16 << 20, "CORE": 0}


def main() -> None:
    """Answer; whatever the suite prints is thrown away."""
    suite, function, seconds = sys.argv[1:]
    word = sys.stdin.readline().strip()
    out = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    for name, limit in {**BYTES, "CPU": int(float(seconds)) + 1}.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (most, most))
    sys.path.insert(0, str(Path.cwd()))
    out.write(f"{word} {_ran(suite, function)}\n")
    out.flush()
    # Threads and exit handlers that the suite left behind have no say any more.
    os._exit(0)


def _ran(suite: str, function: str) -> str:
    try:
        spec = importlib.util.spec_from_file_location("suite", suite)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["suite"] = module
        spec.loader.exec_module(module)
        return f"score {_score(getattr(module, function)())}"
    except BaseException as error:
        return f"raised {type(error).__name__}: {error}"[:500].replace("\n", " ")


def _score(value: object) -> float:
    if isinstance(value, int | float) and math.isfinite(value):
        return min(1.0, max(0.0, float(value)))
    return 0.0 if isinstance(value, float) else float(bool(value))


if __name__ == "__main__":
    main()
