"""What a task's steps and getters work on."""

from dataclasses import dataclass, field
from pathlib import Path

from scalecua.core.desktop import Desktop
from scalecua.tasks.assets import Assets


@dataclass(frozen=True, slots=True)
class Scene:
    """The desktop, where files by URL come from, and what `download` steps have brought, by file name."""

    desktop: Desktop
    assets: Assets
    downloaded: dict[str, Path] = field(default_factory=dict)
