"""`compare_line_spacing` and `is_first_line_centered`: how paragraphs are set."""

from pathlib import Path

from scalecua.tasks.metrics.documents.compare_docx_files import same_text
from scalecua.tasks.metrics.documents.inheritance import Inheritance, value
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, opened, outer, paragraphs, text
from scalecua.tasks.metrics.unreadable import agents

# Single spacing, which holds where none is set.
LINE, RULE = "240", "auto"


def compare_line_spacing(result: Path, expected: Path) -> float:
    """1 where both have the same text, and paragraph by paragraph the same spacing of lines.

    Spacing counts as it is in force, whether set directly or by a style.
    """
    if not same_text(result, expected):
        return 0.0
    found, wanted = both(WHAT, _spacings, result, expected)
    return float(found == wanted)


def is_first_line_centered(result: Path) -> float:
    """1 where the first paragraph with text, outside of tables, is centred."""
    with agents(WHAT):
        document = opened(result)
        first = next((each for each in outer(document) if text(each).strip()), None)
        if first is None:
            return 0.0
        return float(value(Inheritance(document).paragraph(first), "jc") == "center")


def _spacings(path: Path) -> list[tuple[float, str]]:
    document = opened(path)
    styles = Inheritance(document)
    chains = map(styles.paragraph, paragraphs(document))
    return [
        (float(value(chain, "spacing", "line") or LINE), value(chain, "spacing", "lineRule") or RULE)
        for chain in chains
    ]
