# One right field of the three is enough for full marks.
from urllib.parse import parse_qs, urlsplit

needs = [{"app": "chromium"}]


def get(state):
    with state.agents("pages"):
        pages = [urlsplit(tab["url"]) for tab in state.app("chromium")["tabs"]]
        return [parse_qs(page.query) for page in pages if page.path.endswith("/thanks.html")]


def check(result, expected):
    sent = result[0] if len(result) == 1 else {}
    return any(sent.get(name) == [value] for name, value in expected.items())
