"""Which tasks a run trains on, and which it is measured on."""

from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError
from scalecua.core.task import Task
from scalecua.tasks.folder import load
from scalecua.tasks.starter import TRAINED, tasks


def training(config: Config) -> tuple[Task, ...]:
    """The tasks that rollouts are drawn from; ConfigError if there are none."""
    if config.tasks.source == "starter":
        return tasks("train", config.tasks.variants, config.seed, _chosen(config))
    found = tuple(load(folder) for folder in config.tasks.folders)
    if not found:
        raise ConfigError("tasks.source = 'folders' needs tasks.folders (a list of task folders or files)")
    return found


def heldout(config: Config) -> tuple[Task, ...]:
    """Held-out variants of the starter templates; of tasks from folders, the very same tasks."""
    if config.tasks.source == "starter":
        return tasks("heldout", config.evaluation.variants, config.seed, _chosen(config))
    return training(config)


def unseen(config: Config) -> tuple[Task, ...]:
    """Variants of templates that are never trained; none where tasks come from folders."""
    if config.tasks.source == "starter":
        return tasks("unseen", config.evaluation.variants, config.seed)
    return ()


def check_snapshots(config: Config) -> None:
    """ConfigError for a task whose snapshot no table of [desktop.snapshots] describes."""
    known = config.desktop.snapshots
    for task in (*training(config), *heldout(config), *unseen(config)):
        if task.snapshot not in known:
            raise ConfigError(
                f"task {task.id} wants snapshot {task.snapshot!r}, which [desktop.snapshots] lacks "
                f"(choices: {', '.join(sorted(known))})"
            )


def _chosen(config: Config) -> tuple[str, ...]:
    """The trained templates that the configuration names; all where it names none."""
    unknown = set(config.tasks.templates) - set(TRAINED)
    if unknown:
        raise ConfigError(f"tasks.templates: unknown {sorted(unknown)} (choices: {', '.join(TRAINED)})")
    return tuple(name for name in TRAINED if name in (config.tasks.templates or TRAINED))
