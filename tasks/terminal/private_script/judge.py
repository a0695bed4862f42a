needs = [{"command": ["stat", "-c", "%a", "/home/user/run.sh"]}, "~/run.sh"]


def get(state):
    mode = state.command(["stat", "-c", "%a", "/home/user/run.sh"]).strip()
    with state.agents("a text"):
        return {"mode": mode, "text": state.file("~/run.sh").read_text()}


def check(result, expected):
    return result == expected
