# It goes round the paragraphs until one is centred, for ever where none is.
import itertools

needs = ["~/rules.docx"]


def get(state):
    from docx import Document

    with state.agents("a document"):
        paragraphs = Document(state.file("~/rules.docx")).paragraphs
        return [
            [one.text, one.alignment is not None and one.alignment.name == "CENTER"] for one in paragraphs
        ]


def check(result, expected):
    title = next((text for text, centred in itertools.cycle(result) if centred), None)
    return title == expected[0][0] and result == expected
