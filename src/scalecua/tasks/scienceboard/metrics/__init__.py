"""ScienceBoard's evaluation: pure functions of a task's judge and of the state that was collected.

The judge is `{"scienceboard": [item, …], "application": name, "query": […], "before": {path: text}}`, items
as in the task file. The state is `{"status", "answer", "today", "found": {source: value}}`: how the episode
ended, the agent's answer, the desktop's date (`YYYY-MM-DD`; only where an item asks for it) and what each
source gave (see `sources`), None for a file that is not there.
"""

from collections.abc import Mapping

MODULES: Mapping[str, tuple[str, ...]] = {"score": ("scienceboard",)}
