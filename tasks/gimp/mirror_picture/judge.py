needs = ["~/shapes.png", "~/mirrored.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        return {
            name: Image.open(state.file(f"~/{name}")).convert("RGB")
            for name in ("shapes.png", "mirrored.png")
        }


def check(result, expected):
    from PIL import Image, ImageChops

    wanted = result["shapes.png"].transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    made = result["mirrored.png"]
    if hashed(result["shapes.png"]) != expected or made.size != wanted.size:
        return False
    # JPEG and colour profiles move a value by a little.
    return max(high for _, high in ImageChops.difference(made, wanted).getextrema()) <= 8


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
