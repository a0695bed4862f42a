"""Proof of judges on live desktops."""
