"""The desktop's settings, editors and screen."""

from scalecua.tasks.getters.base import Getter

GETTERS: tuple[type[Getter], ...] = ()
