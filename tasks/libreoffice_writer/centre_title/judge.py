needs = ["~/rules.docx"]


def get(state):
    from docx import Document

    with state.agents("a document"):
        paragraphs = Document(state.file("~/rules.docx")).paragraphs
        return [
            [one.text, one.alignment is not None and one.alignment.name == "CENTER"] for one in paragraphs
        ]


def check(result, expected):
    return result == expected
