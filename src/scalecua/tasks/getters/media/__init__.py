"""What players of sound and video show and keep."""

from scalecua.tasks.getters.base import Getter

GETTERS: tuple[type[Getter], ...] = ()
