"""The objective: per-token terms, and the weights that make them one number."""

from scalecua.algo.loss.clipped import Clipped
from scalecua.algo.loss.entropy import Entropy
from scalecua.algo.loss.kl import KL
from scalecua.algo.loss.normalise import Normalise
from scalecua.algo.loss.objective import Objective
from scalecua.algo.loss.terms import Terms

__all__ = ["KL", "Clipped", "Entropy", "Normalise", "Objective", "Terms"]
