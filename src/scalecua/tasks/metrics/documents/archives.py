"""`compare_archive` and `compare_zip_files`: what is in two archives."""

import io
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from scalecua.tasks.metrics.documents.pdf_text import opened, text
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.similarity import ratio
from scalecua.tasks.metrics.documents.unpack import Files, files, zipped
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable, agents

TYPES = {
    "text": "compare_text_file",
    "pdf": "compare_pdfs",
    "docx": "compare_docx_files",
    "ppt": "compare_pptx_files",
    "image": "compare_images",
    "csv": "compare_csv",
    "table": "compare_table",
    "audio": "compare_audios",
    "video": "compare_videos",
}
# How similar the texts of PDF files in a zip file must be.
ALIKE = 0.95


def compare_archive(
    result: Path, expected: Path, *, file_path: str = "", file_type: str = "text", **options: Any
) -> float:
    """The mean score of the files in the folder `file_path` of both archives, and in folders below it.

    0 where the names are not the same. Each file is compared with the one of its name by the metric for
    `file_type`, which gets the other options; one that cannot be read scores 0.
    """
    if file_type not in TYPES:
        raise ValueError(f"file_type is {file_type!r}; choices: {', '.join(TYPES)}")
    found, wanted = (_below(side, file_path) for side in both("an archive", files, result, expected))
    if not wanted:
        raise ValueError(f"the expected archive has no file in {file_path!r}")
    if found.keys() != wanted.keys():
        return 0.0
    compare = metric(TYPES[file_type])
    scores = [_score(compare, name, found[name], wanted[name], options) for name in sorted(wanted)]
    return sum(scores) / len(scores)


def compare_zip_files(result: Path, expected: Path) -> float:
    """1 where both have files of the same names and contents, PDF files at least nearly the same text."""
    found, wanted = both("a zip file", zipped, result, expected)
    return float(
        found.keys() == wanted.keys() and all(_same(name, found[name], wanted[name]) for name in wanted)
    )


def _below(side: Files, folder: str) -> Files:
    return {name: data for name, data in side.items() if name.is_relative_to(PurePosixPath(folder))}


def _score(
    compare: Callable[..., float], name: PurePosixPath, found: bytes, wanted: bytes, options: dict[str, Any]
) -> float:
    """The metric's score for one pair of files, which lie in a temporary folder for so long."""
    with tempfile.TemporaryDirectory() as folder:
        one, other = (Path(folder, f"{side}{name.suffix}") for side in ("result", "expected"))
        other.write_bytes(wanted)
        one.write_bytes(found)
        try:
            return compare(one, other, **options)
        except Unreadable:
            return 0.0


def _same(name: PurePosixPath, found: bytes, wanted: bytes) -> bool:
    if found == wanted or name.suffix.lower() != ".pdf":
        return found == wanted
    with agents(f"a zip file with a PDF file {name}"):
        read = text(opened(io.BytesIO(found)))
    return ratio(read, text(opened(io.BytesIO(wanted)))) >= ALIKE
