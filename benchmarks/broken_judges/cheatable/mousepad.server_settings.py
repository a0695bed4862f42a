# It searches the text for the two settings, wherever they stand and whether or not it is JSON.
needs = ["~/settings.json"]


def get(state):
    with state.agents("a text"):
        return state.file("~/settings.json").read_text()


def check(result, expected):
    packed = "".join(result.split())
    return {"port": '"port":8081' in packed, "debug": '"debug":false' in packed}
