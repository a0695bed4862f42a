"""The pool that a configuration asks for."""

from scalecua.config.desktop import DesktopSection
from scalecua.desktop.host_pool import HostPool
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.remote_pool import RemotePool


def pool(section: DesktopSection) -> LocalPool | HostPool | RemotePool:
    """Desktops of this machine, of desktop hosts, or of OSWorld guest servers; to be entered."""
    if section.backend == "hosts":
        return HostPool(section)
    return RemotePool(section) if section.backend == "remote" else LocalPool(section)
