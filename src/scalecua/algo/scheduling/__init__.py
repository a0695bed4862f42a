"""When work may begin, how long it may take, and when its result is too old: pure functions."""
