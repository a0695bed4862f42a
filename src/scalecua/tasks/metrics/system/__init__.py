"""The desktop's settings, editors, mail programs and scripts."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {}
