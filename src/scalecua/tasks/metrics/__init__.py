"""Metrics in OSWorld's words: pure functions (result, expected, **options) -> score in [0, 1].

They run in the judge sandbox and stand apart from the rest of the package: the standard library, readers of
formats and each other are all they import. A file of the state is a Path, a list of files a list of Paths,
anything else a JSON value; `expected` is left out where the evaluator has none. `result` is the agent's side
and never None: a metric raises Unreadable where it cannot read it, which scores 0. Any other exception is a
fault of the judge's own side.
"""
