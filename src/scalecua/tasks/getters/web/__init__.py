"""Files and texts from the network, and expectations that depend on the date."""

from scalecua.tasks.getters.base import Getter

GETTERS: tuple[type[Getter], ...] = ()
