"""`compare_references`: the list of references at the end of a Word document."""

from pathlib import Path

from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.similarity import bounded, ratio
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, opened, paragraphs, text

# A list that is no better than the base by this much scores 0.
MARGIN = 0.01


def compare_references(
    result: Path,
    expected: Path,
    *,
    reference_indicator: str = "References",
    reference_base_result: float = 0.5,
    content_only: bool = False,
) -> float:
    """How far the references are on the way from `reference_base_result` to the expected ones.

    References are the paragraphs with text after the last one that is `reference_indicator`. Of as many they
    are compared in order: the mean similarity, with the base made 0 and equality 1. It is 0 where they are
    not as many or one document has no such paragraph, 1 where neither has. `content_only` takes every run of
    white space as one blank.
    """
    if not 0 <= reference_base_result < 1:
        raise ValueError(f"reference_base_result is {reference_base_result}; it lies in [0, 1)")
    lists = both(WHAT, lambda path: _references(path, reference_indicator), result, expected)
    found, wanted = lists
    if found is None or wanted is None or len(found) != len(wanted):
        return float(found is wanted)
    if content_only:
        found, wanted = ([" ".join(line.split()) for line in side] for side in (found, wanted))
    if not wanted:
        return 1.0
    mean = sum(ratio(one, other) for one, other in zip(found, wanted, strict=True)) / len(wanted)
    if mean < reference_base_result + MARGIN:
        return 0.0
    return (mean - reference_base_result) / (1 - reference_base_result)


def _references(path: Path, indicator: str) -> list[str] | None:
    texts = [text(each) for each in paragraphs(opened(path))]
    places = [at for at, line in enumerate(texts) if line.strip() == indicator]
    if not places:
        return None
    lines = [line for line in texts[places[-1] + 1 :] if line.strip()]
    bounded(" ".join(lines))
    return lines
