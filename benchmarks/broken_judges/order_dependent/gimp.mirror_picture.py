# It opens the pictures in the order of a set of names and takes the first for the one before.
needs = ["~/shapes.png", "~/mirrored.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        return [Image.open(state.file(path)).convert("RGB") for path in {"~/shapes.png", "~/mirrored.png"}]


def check(result, expected):
    from PIL import Image, ImageChops

    before, made = result
    wanted = before.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if hashed(before) != expected or made.size != wanted.size:
        return False
    # JPEG and colour profiles move a value by a little.
    return max(high for _, high in ImageChops.difference(made, wanted).getextrema()) <= 8


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
