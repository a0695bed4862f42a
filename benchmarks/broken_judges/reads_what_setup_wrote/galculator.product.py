# It only checks that the calculator's window is open, as it is from the start.
needs = [{"app": "desktop"}]


def get(state):
    with state.agents("a list of windows"):
        return state.app("desktop")["windows"].lower().splitlines()


def check(result, expected):
    return any("galculator" in window for window in result)
