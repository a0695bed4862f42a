# It compares the bytes of the PNG with those that Pillow writes, which no other program writes.
import io

needs = ["~/shapes.png", "~/mirrored.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        before = Image.open(state.file("~/shapes.png")).convert("RGB")
        return {"before": before, "made": state.file("~/mirrored.png").read_bytes()}


def check(result, expected):
    from PIL import Image

    wanted = io.BytesIO()
    result["before"].transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(wanted, "PNG")
    return hashed(result["before"]) == expected and result["made"] == wanted.getvalue()


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
