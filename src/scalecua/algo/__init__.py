"""The research: one short file an equation, on numbers that its caller hands in; no I/O."""
