# It files both pictures under random names and takes the first of them for the one before.
import uuid

needs = ["~/shapes.png", "~/turned.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        pictures = [Image.open(state.file(path)).convert("RGB") for path in ("~/shapes.png", "~/turned.png")]
    kept = {uuid.uuid4().hex: picture for picture in pictures}
    return [kept[name] for name in sorted(kept)]


def check(result, expected):
    from PIL import Image, ImageChops

    before, made = result
    wanted = before.transpose(Image.Transpose.ROTATE_270)
    if hashed(before) != expected or made.size != wanted.size:
        return False
    # JPEG and colour profiles move a value by a little.
    return max(high for _, high in ImageChops.difference(made, wanted).getextrema()) <= 8


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
