"""[store] and [launch]: where facts are kept and how processes are started."""

from typing import Literal

from pydantic import Field

from scalecua.config.section import Section


class StoreSection(Section):
    """SQLAlchemy URL of the facts and folder of the blobs; empty means inside the run folder."""

    url: str = ""
    blobs: str = ""


class LaunchSection(Section):
    """`local` runs learner and rollout worker as processes of this machine, `ray` on a cluster.

    Of the `gpus` of each of `nodes` machines, the share `rollout_share` samples and the others train. A
    process that dies is started again, at most `restarts` times; one that gives no sign of life for
    `silence_s` seconds is killed and counts as dead; it must be longer than a process takes to start.
    """

    kind: Literal["local", "ray"] = "local"
    nodes: int = Field(1, ge=1)
    gpus: int = Field(0, ge=0)
    rollout_share: float = Field(0.25, gt=0, lt=1)
    restarts: int = Field(2, ge=0)
    silence_s: float = Field(300.0, gt=0)
