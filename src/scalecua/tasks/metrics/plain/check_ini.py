"""`check_ini`: a key of a section of an INI file has the expected value (ours)."""

import configparser
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable


def check_ini(result: Any, rules: dict[str, Any]) -> float:
    """1 where section `rules["section"]` has `rules["key"]` equal to the text `rules["expected"]`."""
    known(rules, ("section", "key", "expected"))
    section, key, expected = rules["section"], rules["key"], str(rules["expected"])
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(found(result))
    except configparser.Error as error:
        raise Unreadable(f"the result is not an INI file: {error}") from error
    return float(parser.get(section, key, fallback=None) == expected)
