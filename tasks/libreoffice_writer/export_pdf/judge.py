needs = ["~/rules.pdf"]


def get(state):
    from pypdf import PdfReader

    with state.agents("a PDF file"):
        pages = PdfReader(state.file("~/rules.pdf")).pages
        return [" ".join(line.split()) for page in pages for line in page.extract_text().splitlines()]


def check(result, expected):
    return [line for line in result if line] == expected
