"""Texts with layout: DOCX, PDF, EPUB, HTML, and archives of them."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {}
