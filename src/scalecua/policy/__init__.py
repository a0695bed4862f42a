"""The policy as text and tokens (families, streams) and as something that samples (engines)."""
