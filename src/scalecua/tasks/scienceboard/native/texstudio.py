"""Text files of a desktop, and whether a LaTeX document there compiles."""

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure

TEXT_LIMIT = 4 << 20
RUN_S = 60
# The status of a program that is not there, and of `env` that cannot enter a folder.
NO_PROGRAM = 127
LATEX = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")


async def text(desktop: Desktop, path: str) -> str | None:
    """A text file; None if there is none, or what is there is no text of bearable size."""
    found = await desktop.execute(("stat", "-L", "-c", "%s %F", "--", path), timeout_s=10)
    size, _, kind = found.output.strip().partition(" ")
    if found.returncode != 0 or not kind.startswith("regular") or int(size) > TEXT_LIMIT:
        return None
    try:
        return (await desktop.read(path)).decode()
    except UnicodeDecodeError:
        return None
    except DesktopError as error:
        if error.failure is not None:
            raise
        return None


async def compiles(desktop: Desktop, folder: str, file: str) -> bool:
    """Whether LaTeX, with BibTeX where the document cites, makes it; JudgeError if there is no LaTeX.

    A run longer than RUN_S counts as failed.
    """
    if not await _succeeds(desktop, folder, *LATEX, f"{file}.tex"):
        return False
    cites = await _run(desktop, folder, "grep", "-qE", r"\\(citation|bibdata)\{", f"{file}.aux")
    if cites.returncode == 0 and not await _succeeds(desktop, folder, "bibtex", file):
        return False
    for _ in range(2):
        if not await _succeeds(desktop, folder, *LATEX, f"{file}.tex"):
            return False
    return True


async def _succeeds(desktop: Desktop, folder: str, *words: str) -> bool:
    result = await _run(desktop, folder, *words)
    if result.returncode == NO_PROGRAM:
        raise JudgeError(f"the desktop has no {words[0]}: {result.error[-200:]!r}", failure=Failure.GUEST)
    return result.returncode == 0


async def _run(desktop: Desktop, folder: str, *words: str) -> ExecResult:
    return await desktop.execute(("env", "-C", folder, "timeout", str(RUN_S), *words), timeout_s=RUN_S + 30)
