"""Spreadsheets and tables."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {}
