"""Which group of applications tasks need, by the names that they give their applications."""

from collections.abc import Iterable

from scalecua.config.desktop import DesktopSection
from scalecua.desktop.catalogue import APPLICATIONS
from scalecua.desktop.packages import GROUPS
from scalecua.desktop.rootfs import STAMP, tree

LIGHT, ALL = "light", "all"
# Names of the benchmarks' that are not the catalogue's.
ALIASES = {"chrome": "chromium", "grassgis": "grass", "xfce4-terminal": "terminal"}


def group(names: Iterable[str]) -> str:
    """The smallest group that has all applications of these names; those that no group has do not count."""
    known = {one.name: one.group for one in APPLICATIONS}
    words = (name.lower().replace("_", "-") for name in names)
    groups = {known[name] for word in words if (name := ALIASES.get(word, word)) in known} - {LIGHT}
    if not groups:
        return LIGHT
    fitting = [name for name, parts in GROUPS.items() if groups <= set(parts)]
    return min(fitting, key=lambda name: len(GROUPS[name]), default=ALL)


def fitted(section: DesktopSection, names: Iterable[str]) -> DesktopSection:
    """The section with the group that the applications need, unless it says which.

    Where that group is not built, the one that has everything does as well.
    """
    if "apps" in section.model_fields_set or section.backend in ("hosts", "remote"):
        return section
    wanted = group(names)
    built = [name for name in (wanted, ALL) if (tree(name) / STAMP).is_file()]
    return section.model_copy(update={"apps": built[0] if built else wanted})
