# It only checks that shapes.png is as it was, which it is from the start.
import hashlib

needs = ["~/shapes.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        return Image.open(state.file("~/shapes.png")).convert("RGB").tobytes()


def check(result, expected):
    return hashlib.sha256(result).hexdigest() == expected
