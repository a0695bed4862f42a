"""The one agent loop, its agents, and the rollout worker."""
