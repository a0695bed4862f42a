"""`fuzzy_place_math`: a document that lists places, each much like one of those known."""

import re
from typing import Any

from docx import Document
from rapidfuzz import fuzz, process

from scalecua.tasks.metrics.archive import checked
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import strings
from scalecua.tasks.metrics.unreadable import Unreadable, agents

# As many as the task of this metric asks for.
PLACES = 5
LENGTH = 500
NUMBERING = re.compile(r"^[(（]?\d{1,2}[)）.．、:：](?!\d)")


def fuzzy_place_math(result: Any, rules: dict[str, Any]) -> float:
    """How alike, from 0 to 1, the document's PLACES lines are to places of `rules["expected"]`, on average.

    A line is a paragraph's, or a table's cell's, that is not blank; its spaces and the number before it are
    left out. Each known place is used once. 0 where there are more or fewer lines, or one twice.
    """
    expected = ["".join(place.split()) for place in strings(known(rules, ("expected",)), "expected")]
    if len(expected) < PLACES:
        raise ValueError(f"expected has {len(expected)} places, fewer than {PLACES}")
    with agents("a document"):
        document = Document(str(checked(result)))
        cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
        texts = [*(paragraph.text for paragraph in document.paragraphs), *cells]
    lines = ["".join(line.split()) for text in texts for line in text.splitlines()]
    places = [NUMBERING.sub("", line) for line in lines if line]
    if len(places) != PLACES or len(set(places)) != PLACES:
        return 0.0
    if max(map(len, places)) > LENGTH:
        raise Unreadable(f"a line has more than {LENGTH} letters")
    total = 0.0
    for place in places:
        _, score, at = process.extractOne(place, expected, scorer=fuzz.ratio)
        total += score / 100
        del expected[at]
    return total / PLACES
