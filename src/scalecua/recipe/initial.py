"""Version 0 of a run: a copy of the checkpoint it starts from, or a fresh tiny model."""

from scalecua.config.tree import Config
from scalecua.core.errors import PolicyError
from scalecua.policy.model import create
from scalecua.recipe.folder import RunFolder
from scalecua.train.publish import Published, Publisher


def prepare(config: Config, folder: RunFolder) -> Published:
    """Make `checkpoints/000000`, whole or not at all; PolicyError if the source is missing or damaged."""
    publisher = Publisher(folder.checkpoints, keep=config.learner.keep)
    source = config.model.path
    if source is None:
        source = folder.checkpoints / "fresh"
        if not source.exists():
            low, high = config.policy.min_pixels, config.policy.max_pixels
            create(source, seed=config.seed, min_pixels=low, max_pixels=high)
    elif not source.is_dir():
        raise PolicyError(
            f"model.path = {str(source)!r} is not a checkpoint folder; `scalecua warmup` makes one"
        )
    return publisher.initial(source)
