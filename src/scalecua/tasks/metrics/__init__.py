"""Metrics in OSWorld's words: pure functions (result, expected, **options) -> score in [0, 1].

`result` is the agent's side: bytes of a file or a JSON value, never None; a metric raises Unreadable
where it cannot read it, which scores 0. Any other exception is a fault of the judge's own side.
"""
