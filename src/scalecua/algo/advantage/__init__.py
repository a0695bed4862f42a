"""How much better than its siblings a rollout was."""

from scalecua.algo.advantage.grpo import GRPO

Advantage = GRPO

__all__ = ["GRPO", "Advantage"]
