"""What this build can run: a configuration may describe more, and is refused before anything starts."""

from collections.abc import Mapping
from functools import reduce

from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError

AVAILABLE: Mapping[str, tuple[str | int, ...]] = {
    "policy.engine": ("transformers",),
    "policy.tensor_parallel": (1,),
    "learner.tensor_parallel": (1,),
    "desktop.backend": ("bubblewrap", "docker", "hosts", "remote"),
    "launch.kind": ("local",),
    "launch.nodes": (1,),
    "launch.gpus": (0,),
}


def check(config: Config) -> None:
    """ConfigError naming every key whose value needs a part that is not there, and what is."""
    faults = []
    for key, values in AVAILABLE.items():
        value: object = reduce(getattr, key.split("."), config)
        if value not in values:
            faults.append(f"{key} = {value!r} (available: {', '.join(map(str, values))})")
    if faults:
        raise ConfigError(
            "this build lacks what the configuration asks for; override each of these with --set:\n"
            + "\n".join(faults)
        )
