"""What presentations hold."""

from scalecua.tasks.getters.base import Getter

GETTERS: tuple[type[Getter], ...] = ()
