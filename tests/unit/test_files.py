"""One concept a file: no file grows past 300 lines, and no work happens at import."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIMIT = 300


def test_no_python_file_is_longer_than_the_limit() -> None:
    files = [path for part in ("src", "tests", "benchmarks") for path in (ROOT / part).rglob("*.py")]
    long = {
        str(path.relative_to(ROOT)): n for path in files if (n := len(path.read_text().splitlines())) > LIMIT
    }
    assert files
    assert not long


def test_help_imports_neither_torch_nor_sqlalchemy() -> None:
    probe = (
        "import sys; from scalecua.cli.app import app; "
        "print([m for m in ('torch', 'transformers', 'sqlalchemy', 'numpy') if m in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, timeout=60
    )
    assert output.stdout.strip() == "[]"
