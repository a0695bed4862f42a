# It reads the document that was to be exported, which has the same lines, and not the PDF file.
needs = ["~/rules.docx"]


def get(state):
    from docx import Document

    with state.agents("a document"):
        lines = [" ".join(one.text.split()) for one in Document(state.file("~/rules.docx")).paragraphs]
        return [line for line in lines if line]


def check(result, expected):
    return result == expected
