"""Whether an agent's answer means what a task expects.

Both sides are brought to one form: Unicode's compatibility normal form (full-width digits, composed Hangul
and accents), single spaces, one kind of dash, no surrounding quotes, no full stop at the end. Numbers are
then compared by value, thousands separators apart; identifiers (with a digit, or capitals only, as `CTCGAG`)
with their case; other text without it. Nothing else is forgiven: no unit, no rounding, no further words.
"""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

LENGTH = 1000
QUOTES = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f"
DASHES = re.compile("[\u2010-\u2015\u2212]")
NUMBER = re.compile(
    r"[+-]?(?:(?P<whole>0|[1-9]\d*|[1-9]\d{0,2}(?:[,'\u2019 _]\d{3})+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"
)
SEPARATORS = str.maketrans("", "", ",'\u2019 _")


def means(answer: str, expected: Sequence[str]) -> bool:
    """Whether the answer is what the words of `expected`, a space between them, say."""
    if len(answer) > LENGTH:
        return False
    given, wanted = _plain(answer), _plain(" ".join(expected))
    numbers = _number(given), _number(wanted)
    if None not in numbers:
        return numbers[0] == numbers[1]
    if _identifier(wanted):
        return given == wanted
    return given.casefold() == wanted.casefold()


def _plain(text: str) -> str:
    text = DASHES.sub("-", unicodedata.normalize("NFKC", text))
    text = " ".join(text.split())
    while len(text) > 1 and (bare := text.removesuffix(".").strip(QUOTES).strip()) != text:
        text = bare
    return text


def _number(text: str) -> Decimal | None:
    return Decimal(text.translate(SEPARATORS)) if NUMBER.fullmatch(text) else None


def _identifier(text: str) -> bool:
    return text.isupper() or any(character.isdigit() for character in text)
