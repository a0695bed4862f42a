"""The embedded engine: transformers' model in this process, sampled by a loop of our own."""

from scalecua.policy.engines.transformers.engine import TransformersEngine

__all__ = ["TransformersEngine"]
