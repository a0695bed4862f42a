"""What a run is made of: everything that decides which work the store hands out."""

from dataclasses import dataclass, field

from scalecua.algo.advantage import GRPO, Advantage
from scalecua.algo.curation import Curation, KeepAll
from scalecua.algo.sampling import Frontier, PreFilter, Sampler
from scalecua.core.completion import Sampling
from scalecua.core.errors import ConfigError

# What may differ when a run goes on; any other change would make it another run under the same name.
MUTABLE = frozenset({"iterations", "lease_s", "attempts", "losses"})


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of the run `name`; one stored run has one plan.

    `batch` groups of `n` rollouts make one draw, and `iterations` draws the run; draw d comes from the
    generator seeded by (`seed`, d). `prefilter` says which records are drawn at all. `alpha` smooths the
    success rates; a judge's score of `success` or more is one. A draw may be ahead of the learner by
    `max_staleness` updates, and tokens behind it by as many policy versions. A lease lasts `lease_s` seconds
    unless renewed; a member of a group is given up after `attempts` reported failures or `losses` leases that
    died with their worker.
    """

    name: str
    seed: int
    sampling: Sampling
    n: int = 8
    batch: int = 32
    iterations: int = 1000
    max_turns: int = 50
    sampler: Sampler = field(default_factory=Frontier)
    prefilter: PreFilter = field(default_factory=PreFilter)
    alpha: float = 0.2
    success: float = 1.0
    max_staleness: int = 0
    lease_s: float = 300.0
    attempts: int = 3
    losses: int = 20
    curation: Curation = field(default_factory=KeepAll)
    advantage: Advantage = field(default_factory=GRPO)

    def __post_init__(self) -> None:
        """Refuse, by ConfigError, values that no run can have."""
        positive = {
            "n": self.n,
            "batch": self.batch,
            "max_turns": self.max_turns,
            "attempts": self.attempts,
            "losses": self.losses,
        }
        for key, value in positive.items():
            if value < 1:
                raise ConfigError(f"plan: {key} is {value}; it must be at least 1")
        for key, value in {
            "seed": self.seed,
            "iterations": self.iterations,
            "max_staleness": self.max_staleness,
        }.items():
            if value < 0:
                raise ConfigError(f"plan: {key} is {value}; it must not be negative")
        if not 0 < self.alpha <= 1:
            raise ConfigError(f"plan: alpha is {self.alpha}; it must be in (0, 1]")
        if self.lease_s <= 0:
            raise ConfigError(f"plan: lease_s is {self.lease_s}; it must be above 0 seconds")
        if not self.name or ":" in self.name:
            raise ConfigError(f"plan: name is {self.name!r}; it must be non-empty and without ':'")
