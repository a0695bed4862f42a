"""ScaleCUA trains vision-language models to use a computer by online reinforcement learning."""

__version__ = "0.1.0"
