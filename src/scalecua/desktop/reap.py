"""Removes what dead processes left: their sandboxes, control groups and run folders."""

from pathlib import Path

from scalecua.desktop import cgroups, process, run_folder

# A folder without an owner is being made by a live process, or was left by one that died just then.
UNCLAIMED_S = 60.0


def reap() -> int:
    """Clean up after every dead owner; the number of desktops removed."""
    removed = 0
    for folder in run_folder.every():
        owner = folder.owner()
        if owner is None and folder.age_s() < UNCLAIMED_S:
            continue
        if owner is not None and owner.alive():
            continue
        clean(folder, folder.groups())
        removed += 1
    return removed


def clean(folder: run_folder.RunFolder, groups: tuple[Path, ...]) -> None:
    """Kill whatever still belongs to a desktop, then remove its groups and its folder."""
    for pid in process.with_arguments(*folder.mark):
        process.kill(pid)
    for group in groups:
        cgroups.destroy(group)
    folder.remove()
