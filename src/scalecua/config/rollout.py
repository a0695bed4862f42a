"""[rollout] and [tasks]: what is played, how often, and how stale it may be."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from scalecua.config.section import Section


class TasksSection(Section):
    """`source` is the starter pool or folders of tasks; `variants` of each template are in the pool.

    Files that tasks name by URL come from `mirror`, a folder laid out as `host/path`, else from a cache,
    else, unless `offline`, from the network.
    """

    source: Literal["starter", "folders"] = "starter"
    folders: tuple[Path, ...] = ()
    variants: int = Field(20, ge=1)
    templates: tuple[str, ...] = ()
    mirror: Path | None = None
    offline: bool = False


class RolloutSection(Section):
    """One draw opens `batch` groups of `n` rollouts.

    `max_staleness` counts policy versions between the weights that open a draw and those that train on
    it: 0 is synchronous. A lease not renewed for `lease_s` seconds is given out again; a member is given
    up after `attempts` infrastructure failures, or `losses` leases whose worker died. `ema_alpha` smooths the
    success rate of a record (eq. 1); a judge's score of `success` or more is one.
    """

    n: int = Field(8, ge=1)
    batch: int = Field(32, ge=1)
    max_turns: int = Field(50, ge=1)
    max_staleness: int = Field(1, ge=0)
    lease_s: float = Field(120.0, gt=0)
    attempts: int = Field(3, ge=1)
    losses: int = Field(20, ge=1)
    ema_alpha: float = Field(0.2, gt=0, le=1)
    success: float = Field(1.0, gt=0, le=1)
    episode_timeout_s: float = Field(600.0, gt=0)
