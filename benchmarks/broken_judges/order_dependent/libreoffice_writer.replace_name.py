# Mr and Miller are equally frequent, and which of them a set has first decides which is the name.
needs = ["~/letter.docx"]


def get(state):
    from docx import Document

    with state.agents("a document"):
        paragraphs = Document(state.file("~/letter.docx")).paragraphs
        return [one.text for one in paragraphs]


def check(result, expected):
    words = [word.strip(",.") for line in result for word in line.split() if word.istitle()]
    name = max(set(words), key=words.count, default="")
    return result == expected and name == "Miller"
