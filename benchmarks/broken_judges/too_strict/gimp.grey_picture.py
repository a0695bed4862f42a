# It demands a file with one channel, though a desaturated RGB picture has shades of grey only, too.
needs = ["~/shapes.png", "~/grey.png"]


def get(state):
    from PIL import Image

    with state.agents("a picture"):
        made = Image.open(state.file("~/grey.png"))
        before = Image.open(state.file("~/shapes.png")).convert("RGB")
        return {"mode": made.mode, "made": made.convert("RGB"), "before": before}


def check(result, expected):
    made, before = result["made"], result["before"]
    if result["mode"] != "L" or hashed(before) != expected or made.size != before.size:
        return False
    # Ways to weigh red, green and blue differ; what was lighter stays lighter, grey stays what it was.
    paper, red_box, blue_disc = (made.getpixel(at)[0] for at in ((0, 0), (30, 50), (120, 30)))
    return abs(paper - 240) <= 4 and 30 <= red_box <= 160 and 30 <= blue_disc <= 160


def hashed(picture):
    """What the picture was before."""
    import hashlib

    return hashlib.sha256(picture.tobytes()).hexdigest()
