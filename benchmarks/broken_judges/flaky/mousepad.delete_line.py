# It keeps the lines by a salted digest of so few values that different lines often push each other out.
import hashlib
import secrets

needs = ["~/shopping.txt"]


def get(state):
    with state.agents("a text"):
        return state.file("~/shopping.txt").read_text().splitlines()


def check(result, expected):
    salt = secrets.token_bytes(8)
    kept = {short(line, salt): line for line in result}
    return len(result) == len(expected) and list(kept.values()) == expected


def short(line, salt):
    """A number that stands for a line."""
    return int(hashlib.blake2b(line.encode(), salt=salt).hexdigest(), 16) % 5
