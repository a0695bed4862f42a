# It compares the text of the JSON, so that line breaks and indentation make right settings wrong.
import json

needs = ["~/settings.json"]


def get(state):
    with state.agents("a text"):
        return state.file("~/settings.json").read_text().strip()


def check(result, expected):
    names = ("host", "port", "debug", "paths")
    return result == json.dumps({name: expected[name] for name in names})
