"""Actions in a few words, for a caption."""

from scalecua.core import action as a


def words(action: a.Action) -> str:
    """What the action does; its texts stand as the agent wrote them."""
    if isinstance(action, a.Mouse):
        return held(action) + _pointed(action)
    match action:
        case a.Key():
            return f"press {'+'.join(action.keys)}"
        case a.HoldKey():
            return f"hold {'+'.join(action.keys)} for {action.seconds:g} s"
        case a.Type():
            return f"type “{action.text}”"
        case a.Wait():
            return f"wait {action.seconds:g} s"
        case a.WriteFile():
            return f"write {action.path}: “{action.content}”"
        case a.Answer():
            return f"answer “{action.text}”"
        case a.Infeasible():
            return f"declare it infeasible: {action.reason}" if action.reason else "declare it infeasible"
    return "say that it is done" if isinstance(action, a.Done) else action.kind.replace("_", " ")


def held(action: a.Action) -> str:
    """The keys held meanwhile, like `ctrl+`; empty where there are none."""
    return "".join(f"{key}+" for key in getattr(action, "modifiers", ()))


def _pointed(action: a.Mouse) -> str:
    at = f"({action.x}, {action.y})"
    match action:
        case a.LeftClickDrag():
            return f"drag {at} to ({action.to_x}, {action.to_y})"
        case a.Scroll():
            return f"scroll {action.direction} {action.amount} at {at}"
        case a.MouseMove():
            return f"move to {at}"
    return f"{action.kind.removeprefix('left_').replace('_', '-')} {at}"
