"""How similar two texts are, in a time that does not run away with their length."""

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

# Up to this many characters texts are compared by character, beyond it by word.
CHARACTERS = 100_000
WORDS_LIMIT = 200_000


def ratio(found: str, wanted: str) -> float:
    """1 less the share of characters (of words, in long texts) to delete and insert to make both equal.

    Who reads a text keeps it `bounded`.
    """
    if max(len(found), len(wanted)) <= CHARACTERS:
        return fuzz.ratio(found, wanted) / 100
    return Indel.normalized_similarity(found.split(), wanted.split())


def bounded(text: str) -> str:
    """`text`; ValueError if it has more words than can be compared."""
    words = len(text.split())
    if words > WORDS_LIMIT:
        raise ValueError(f"the text has {words} words, more than {WORDS_LIMIT}")
    return text
