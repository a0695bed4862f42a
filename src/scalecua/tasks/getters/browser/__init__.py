"""What a web browser shows and keeps."""

from scalecua.tasks.getters.base import Getter

GETTERS: tuple[type[Getter], ...] = ()
