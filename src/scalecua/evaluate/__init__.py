"""Turns finished evaluations into figures."""
