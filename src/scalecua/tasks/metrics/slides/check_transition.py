"""`check_transition`: a slide comes in with a transition of one kind."""

from pathlib import Path
from typing import Any

from pptx.oxml.ns import qn

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.slides.deck import opened
from scalecua.tasks.metrics.unreadable import agents

_BESIDES = ("sndAc", "extLst")


def check_transition(result: Path, rules: dict[str, Any]) -> float:
    """1 where slide `rules["slide_idx"]`, counted from 0 as shown, has `rules["transition_type"]`.

    The type is DrawingML's name, such as `dissolve`. Where a file has alternatives, the first counts: the
    others are for readers that do not know it.
    """
    known(rules, ("slide_idx", "transition_type"))
    index, kind = rules["slide_idx"], rules["transition_type"]
    if not isinstance(index, int) or isinstance(index, bool) or index < 0 or not isinstance(kind, str):
        raise ValueError(f"rules are {rules!r}; slide_idx counts from 0, transition_type is a name")
    with agents("a presentation"):
        slides = list(opened(result).slides)
        if index >= len(slides):
            return 0.0
        transition = next(slides[index].element.iter(qn("p:transition")), None)
        names = [] if transition is None else [_name(child) for child in transition]
    return float(kind in names and kind not in _BESIDES)


def _name(element: Any) -> str:
    """Its name without the namespace; the many kinds of `prstTrans` are named by their preset."""
    name = str(element.tag).rpartition("}")[2]
    return str(element.get("prst", "")) if name == "prstTrans" else name
