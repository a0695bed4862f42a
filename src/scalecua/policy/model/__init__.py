"""The policy as a torch module: made small (`create`), read from a folder (`load`), run over token views."""

from scalecua.policy.model.load import load
from scalecua.policy.model.tiny import create

__all__ = ["create", "load"]
