"""The text of PDF files, with what their forms and free comments show."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from pypdf import PageObject, PdfReader

from scalecua.tasks.metrics.documents.similarity import bounded

WHAT = "a PDF file"
PAGES_LIMIT = 3000


def opened(source: Path | IO[bytes]) -> PdfReader:
    """The PDF file; an exception if it is none or has too many pages."""
    reader = PdfReader(source)
    if len(reader.pages) > PAGES_LIMIT:
        raise ValueError(f"it has {len(reader.pages)} pages, more than {PAGES_LIMIT}")
    return reader


def text(reader: PdfReader) -> str:
    """The text of all pages, each run of white space as one blank: where lines break is layout."""
    pages = (piece for page in reader.pages for piece in (page.extract_text(), *_annotations(page)))
    return bounded(" ".join(" ".join(pages).split()))


def _annotations(page: PageObject) -> Iterator[str]:
    """What is filled in: texts, names of the marked buttons, and comments written on the page."""
    for reference in page.get("/Annots") or ():
        annotation = reference.get_object()
        if annotation.get("/Subtype") == "/FreeText":
            yield str(annotation.get("/Contents", ""))
        elif annotation.get("/Subtype") == "/Widget":
            yield _filled(annotation)


def _filled(widget: Any) -> str:
    kind, value = _inherited(widget, "/FT"), _inherited(widget, "/V")
    if kind == "/Btn":
        state = widget.get("/AS", "/Off")
        return "" if state == "/Off" else f"{_inherited(widget, '/T')}={state}"
    return " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def _inherited(widget: Any, key: str) -> Any:
    """The value of a key of a form field, which a field above it may have."""
    seen = 0
    while widget is not None and seen < 32:
        if key in widget:
            return widget[key].get_object() if hasattr(widget[key], "get_object") else widget[key]
        widget, seen = widget.get("/Parent"), seen + 1
        widget = None if widget is None else widget.get_object()
    return None
