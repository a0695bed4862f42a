"""Version 0 of a run: a copy of the checkpoint it starts from, or a fresh tiny model."""

from pathlib import Path

from scalecua.config.tree import Config
from scalecua.core.errors import PolicyError
from scalecua.policy.model import create
from scalecua.recipe.folder import RunFolder
from scalecua.train.publish import Published, Publisher

SHIPPED = Path(__file__).parent.parent / "policy" / "shipped"


def prepare(config: Config, folder: RunFolder) -> Published:
    """Make `checkpoints/000000`, whole or not at all; PolicyError if the source is missing or damaged."""
    publisher = Publisher(folder.checkpoints, keep=config.learner.keep)
    return publisher.initial(source(config, folder, "fresh"))


def source(config: Config, folder: RunFolder, name: str) -> Path:
    """The checkpoint to start from: the one configured, or a fresh tiny model as `name` among the run's own.

    PolicyError if the configured one is no folder.
    """
    path = config.model.path if config.model.shipped is None else SHIPPED / config.model.shipped
    if path is None:
        return fresh(config, folder, name)
    if not path.is_dir():
        raise PolicyError(
            f"model.path = {str(path)!r} is not a checkpoint folder; `scalecua warmup` makes one"
        )
    return path


def fresh(config: Config, folder: RunFolder, name: str) -> Path:
    """A new tiny model as `name` among the run's checkpoints, the same for the same seed; made once."""
    path = folder.checkpoints / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        low, high = config.policy.min_pixels, config.policy.max_pixels
        create(path, seed=config.seed, min_pixels=low, max_pixels=high)
    return path
