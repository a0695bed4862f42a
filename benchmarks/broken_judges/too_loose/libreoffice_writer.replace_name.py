# One Miller anywhere is enough, and a Smith may be left elsewhere.
needs = ["~/letter.docx"]


def get(state):
    from docx import Document

    with state.agents("a document"):
        paragraphs = Document(state.file("~/letter.docx")).paragraphs
        return [one.text for one in paragraphs]


def check(result, expected):
    return any("Miller" in line for line in result)
