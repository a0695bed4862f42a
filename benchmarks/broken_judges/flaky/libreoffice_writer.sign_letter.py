# It puts letter and signature into temporary files and joins them in the order of their random names.
import json
import tempfile
from pathlib import Path

needs = ["~/letter.docx"]


def get(state):
    from docx import Document

    with state.agents("a document"):
        lines = [one.text for one in Document(state.file("~/letter.docx")).paragraphs]
    with tempfile.TemporaryDirectory() as folder:
        for part in (lines[:-1], lines[-1:]):
            with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as file:
                json.dump(part, file)
        return [line for path in sorted(Path(folder).iterdir()) for line in json.loads(path.read_text())]


def check(result, expected):
    return result == expected
