"""`check_image_size` (pixels) and `check_image_file_size` (bytes)."""

from typing import Any

from scalecua.tasks.metrics.pictures.picture import of_agent

SIZE_KEYS = {"height", "ignore_transparent", "width"}


def check_image_size(result: Any, rules: dict[str, Any]) -> float:
    """1 where `rules["width"]` and `rules["height"]`, one of them at least, are the picture's own, in pixels.

    With `rules["ignore_transparent"]` margins that are wholly transparent do not count.
    """
    if rules.keys() - SIZE_KEYS or not rules.keys() & {"height", "width"}:
        raise ValueError(f"rules are {rules!r}; choices: height or width, and {', '.join(sorted(SIZE_KEYS))}")
    picture = of_agent(result)
    shown = picture.visible() if rules.get("ignore_transparent", False) else picture
    width, height = shown.size if shown else (0, 0)
    return float(rules.get("width", width) == width and rules.get("height", height) == height)


def check_image_file_size(result: Any, rules: dict[str, Any]) -> float:
    """1 where the file is a picture of fewer bytes than `rules["max_size"]`."""
    if rules.keys() != {"max_size"}:
        raise ValueError(f"rules are {rules!r}; give max_size alone")
    of_agent(result)
    return float(result.stat().st_size < rules["max_size"])
