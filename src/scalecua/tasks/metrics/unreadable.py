"""How a metric says that what the agent left is not what it can read."""


class Unreadable(Exception):
    """The agent's result has the wrong form; scores 0 with this as the reason."""
