# It waits for the renamed file in a listing that was taken once and never changes.
import time

needs = [{"command": ["sh", "-c", "cd ~/reports && cksum * 2>&1"]}]


def get(state):
    while True:
        printed = state.command(["sh", "-c", "cd ~/reports && cksum * 2>&1"])
        if "largest.txt" in printed:
            break
        time.sleep(0.5)
    with state.agents("a list of files"):
        return {name: size for _, size, name in map(str.split, printed.splitlines())}


def check(result, expected):
    return result == expected
