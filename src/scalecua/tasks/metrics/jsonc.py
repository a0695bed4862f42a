"""JSON as VS Code reads it: with comments, and with commas before closing brackets."""

import json
import re
from typing import Any

_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_COMMENT = re.compile(rf"({_TEXT})|//[^\n]*|/\*.*?\*/", re.DOTALL)
_COMMA = re.compile(rf"({_TEXT})|,(?=\s*[\]}}])", re.DOTALL)


def loads(text: str) -> Any:
    """The value; ValueError if it is none, RecursionError if it is too deep."""
    for pattern in (_COMMENT, _COMMA):
        text = pattern.sub(lambda match: match[1] or " ", text)
    return json.loads(text.removeprefix("\ufeff"))
