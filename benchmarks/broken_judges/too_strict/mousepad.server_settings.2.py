# It demands the settings in their first order, which means nothing in JSON.
import json

needs = ["~/settings.json"]


def get(state):
    with state.agents("a JSON object"):
        return dict(json.loads(state.file("~/settings.json").read_text()))


def check(result, expected):
    if list(result) != ["host", "port", "debug", "paths"]:
        return False
    changed = ("port", "debug")
    rest = [{key: value for key, value in one.items() if key not in changed} for one in (result, expected)]
    return {key: rest[0] == rest[1] and same(result.get(key), expected[key]) for key in changed}


def same(value, wanted):
    """Equal and of one type: true is not 1."""
    return type(value) is type(wanted) and value == wanted
