"""What a learner needs beyond weights to go on as if it had never stopped: `training.pt`."""

import shutil
from pathlib import Path
from typing import Any

import torch
from transformers.utils.logging import disable_progress_bar

from scalecua.core.errors import PolicyError, boundary
from scalecua.policy.checkpoint import MANIFEST
from scalecua.train.optimiser import Optimiser

STATE = "training.pt"
_WEIGHTS = {".safetensors", ".bin", ".pt"}


def save(source: Path, folder: Path, model: Any, optimiser: Optimiser | None) -> None:
    """Write `model` into an empty folder, the processor files of `source`, and optimiser state if given."""
    disable_progress_bar()
    for path in source.iterdir():
        if (
            path.is_file()
            and path.name != MANIFEST
            and path.suffix not in _WEIGHTS
            and ".index." not in path.name
        ):
            shutil.copyfile(path, folder / path.name)
    model.save_pretrained(folder)
    if optimiser is None:
        return
    content = {
        "steps": optimiser.steps,
        "names": list(optimiser.names),
        "optimiser": optimiser.inner.state_dict(),
    }
    torch.save(content, folder / STATE)


def restore(folder: Path, optimiser: Optimiser) -> bool:
    """Take up the optimiser state of `folder`; False if it has none. PolicyError if it is another model's."""
    path = folder / STATE
    if not path.exists():
        return False
    with boundary(PolicyError, f"{path} cannot be read; delete it to start the optimiser anew"):
        content = torch.load(path, weights_only=True)
        if content["names"] != list(optimiser.names):
            raise PolicyError(
                f"{path} is of other parameters than those trained now; keep learner.train_vision as it was, "
                "or delete the file to start the optimiser anew"
            )
        optimiser.inner.load_state_dict(content["optimiser"])
        optimiser.steps = int(content["steps"])
    return True
