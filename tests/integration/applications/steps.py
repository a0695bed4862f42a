"""What several test modules of applications do."""

import itertools

from scalecua.core.action import Action
from scalecua.core.desktop import Desktop

KEYS = itertools.count()


async def do(desktop: Desktop, *actions: Action, settle_s: float = 0.5) -> None:
    for action in actions:
        await desktop.act(action, key=f"step-{next(KEYS)}", settle_s=settle_s)
