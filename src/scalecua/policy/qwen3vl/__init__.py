"""Qwen3-VL's way of using a computer: ChatML, `computer_use` tool calls in JSON, points on a 0-1000 grid."""

from scalecua.policy.qwen3vl.family import Qwen3VL

__all__ = ["Qwen3VL"]
