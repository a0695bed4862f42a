needs = [{"app": "chromium"}]


def get(state):
    with state.agents("pages"):
        return sorted(tab["url"].rsplit("/", 1)[-1] for tab in state.app("chromium")["tabs"])


def check(result, expected):
    return result == expected
