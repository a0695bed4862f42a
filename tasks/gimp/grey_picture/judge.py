needs = ["~/shapes.png", "~/grey.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        return {
            name: Image.open(state.file(f"~/{name}")).convert("RGB") for name in ("shapes.png", "grey.png")
        }


def check(result, expected):
    from PIL import ImageChops

    made, before = result["grey.png"], result["shapes.png"]
    if hashed(before) != expected or made.size != before.size:
        return False
    red, green, blue = made.split()
    coloured = max(ImageChops.difference(red, one).getextrema()[1] for one in (green, blue))
    # Ways to weigh red, green and blue differ; what was lighter stays lighter, grey stays what it was.
    shades = {before.getpixel(at): made.getpixel(at)[0] for at in ((0, 0), (30, 50), (120, 30))}
    paper, red_box, blue_disc = shades.values()
    return coloured <= 2 and abs(paper - 240) <= 4 and 30 <= red_box <= 160 and 30 <= blue_disc <= 160


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
