# Only the size of the turned picture counts, so that turning it the wrong way passes.
needs = ["~/shapes.png", "~/turned.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        return {
            name: Image.open(state.file(f"~/{name}")).convert("RGB") for name in ("shapes.png", "turned.png")
        }


def check(result, expected):
    before, made = result["shapes.png"], result["turned.png"]
    return hashed(before) == expected and made.size == before.size[::-1]


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
