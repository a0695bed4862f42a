"""The picture behind the windows, and how large their text is."""

from PIL import Image
from Xlib import X, Xatom
from Xlib.display import Display

TOP, BOTTOM = (58, 84, 116), (28, 40, 60)
# X repeats a background to fill the window: a narrow strip of a gradient is enough.
STRIP = 8
# A PutImage request holds at most 65,535 words, one word a pixel.
REQUEST_PIXELS = 65_000
TEXT_DPI = 96


def gradient(height: int) -> Image.Image:
    """A strip of the default wallpaper: a quiet vertical gradient."""
    rows = [
        tuple(round(a + (b - a) * y / max(1, height - 1)) for a, b in zip(TOP, BOTTOM, strict=True))
        for y in range(height)
    ]
    return Image.frombytes("RGB", (STRIP, height), b"".join(bytes(row) * STRIP for row in rows))


def paint(display: Display, image: Image.Image) -> None:
    """Make `image` the background of the root window; it is repeated where it is smaller."""
    screen = display.screen()
    root = screen.root
    pixmap = root.create_pixmap(*image.size, screen.root_depth)
    context = pixmap.create_gc()
    raw = image.convert("RGB").tobytes("raw", "BGRX")
    width, height = image.size
    strip = REQUEST_PIXELS // width
    for top in range(0, height, strip):
        rows = min(strip, height - top)
        part = raw[top * width * 4 : (top + rows) * width * 4]
        pixmap.put_image(context, 0, top, width, rows, X.ZPixmap, screen.root_depth, 0, part)
    root.change_attributes(background_pixmap=pixmap)
    root.clear_area(0, 0, 0, 0)
    context.free()
    pixmap.free()
    display.sync()


def set_dpi(display: Display, text_scale: float) -> None:
    """Tell GTK, Qt and xterm how large text is, through the X resource that they all read."""
    resources = {
        "Xft.dpi": str(round(TEXT_DPI * text_scale)),
        "*faceName": "DejaVu Sans Mono",
        "*faceSize": "10",
    }
    text = "".join(f"{name}: {value}\n" for name, value in resources.items()).encode()
    display.screen().root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, text)
    display.sync()
