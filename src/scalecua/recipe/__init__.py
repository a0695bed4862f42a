"""What combines rollout, training and evaluation into a whole run."""
