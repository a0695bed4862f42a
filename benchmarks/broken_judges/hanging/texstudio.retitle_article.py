# It reads on until the end of the document, for ever where the file was cut short.
needs = ["~/article.tex"]


def get(state):
    with state.agents("a text"), state.file("~/article.tex").open() as file:
        text = ""
        while "\\end{document}" not in text:
            text += file.readline()
        return (text + file.read()).splitlines()


def check(result, expected):
    return result == expected
