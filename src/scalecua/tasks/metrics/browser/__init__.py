"""What a web browser shows and keeps."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {}
