"""Figures of a run: each a function from the numbers of a report to a matplotlib figure."""
