# A file named largest.txt is enough, whichever of the reports it was.
needs = [{"command": ["sh", "-c", "cd ~/reports && cksum * 2>&1"]}]


def get(state):
    printed = state.command(["sh", "-c", "cd ~/reports && cksum * 2>&1"])
    with state.agents("a list of files"):
        return {name: size for _, size, name in map(str.split, printed.splitlines())}


def check(result, expected):
    return "largest.txt" in result
