"""`check_mp3_meta`: an MP3 file's ID3 tags are as the rules say."""

from pathlib import Path
from typing import Any, cast

from mutagen.easyid3 import EasyID3

from scalecua.tasks.metrics.unreadable import Unreadable, agents
from scalecua.tasks.metrics.values import holds


def check_mp3_meta(result: Any, rules: dict[str, Any]) -> float:
    """1 where every rule `{tag: {"method": …, "ref": …}}` holds of the tag ("title", "artist", …).

    Several values of one tag are joined by commas; a tag that is not there is the empty text.
    """
    unknown = sorted(tag for tag in rules if tag.lower() not in EasyID3.valid_keys)
    if unknown or not rules:
        raise ValueError(f"tags are {unknown!r}; choices: {', '.join(sorted(EasyID3.valid_keys))}")
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a file with ID3 tags"):
        tags = cast(Any, EasyID3)(result)
        values = {tag: ",".join(tags.get(tag, [])) for tag in rules}
    return float(all(holds(values[tag], rule) for tag, rule in rules.items()))
