# It makes a list of a set of pages and compares it with a list in order.
needs = [{"app": "chromium"}]


def get(state):
    with state.agents("pages"):
        return sorted(tab["url"].rsplit("/", 1)[-1] for tab in state.app("chromium")["tabs"])


def check(result, expected):
    pages = list(set(result))
    return len(result) == len(expected) and pages == expected
