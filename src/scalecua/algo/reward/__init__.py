"""What a judged rollout is worth in training."""

from scalecua.algo.reward.penalised import Penalised

Reward = Penalised

__all__ = ["Penalised", "Reward"]
