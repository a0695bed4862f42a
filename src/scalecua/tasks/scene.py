"""What a task's steps and getters work on."""

from dataclasses import dataclass, field
from pathlib import Path

from scalecua.core.desktop import Desktop
from scalecua.tasks.assets import Assets


@dataclass(frozen=True, slots=True)
class Scene:
    """The desktop, where files by URL come from, and what steps have left on this side, by file name:
    `downloaded` are the files that `download` steps have brought, `outputs` what commands have printed.
    """

    desktop: Desktop
    assets: Assets
    downloaded: dict[str, Path] = field(default_factory=dict)
    outputs: dict[str, bytes] = field(default_factory=dict)
