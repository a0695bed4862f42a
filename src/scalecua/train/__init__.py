"""The learner: packing, log-probabilities, updates, checkpoints and the warm start."""
