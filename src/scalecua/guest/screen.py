"""The picture: the root window with the pointer drawn in, as an image or as encoded bytes."""

import io
import threading

from PIL import Image
from Xlib.display import Display

from .shared import SharedPicture

FORMATS = ("png", "jpeg")


class Screen:
    """One X connection of its own, so that looking never waits for typing."""

    def __init__(self) -> None:
        self._display = Display()
        self._root = self._display.screen().root
        self._lock = threading.Lock()
        self._display.xfixes_query_version()
        geometry = self._root.get_geometry()
        self.size = (geometry.width, geometry.height)
        self._shared = SharedPicture(self._display, *self.size)
        self._pointer = (None, None)

    def image(self, pointer: bool = True) -> Image.Image:
        """The screen as an RGB image of `size`."""
        with self._lock:
            image = Image.frombytes("RGB", self.size, self._shared.take(), "raw", "BGRX", 0, 1)
            cursor = self._display.xfixes_get_cursor_image(self._root) if pointer else None
            if cursor is None or not cursor.width:
                return image
            drawing = self._drawing(cursor)
        image.paste(drawing, (cursor.x - cursor.xhot, cursor.y - cursor.yhot), drawing)
        return image

    def exact(self) -> tuple[object, ...]:
        """Every pixel, and the pointer's place and picture, to be compared with another time's."""
        with self._lock:
            pixels = self._shared.take()
            cursor = self._display.xfixes_get_cursor_image(self._root)
        return pixels, cursor.x, cursor.y, cursor.width, cursor.height, tuple(cursor.cursor_image)

    def _drawing(self, cursor) -> Image.Image:
        """The pointer's picture, RGBA; X premultiplies colours by alpha, PIL does not."""
        serial, drawing = self._pointer
        if serial == cursor.cursor_serial:
            return drawing
        raw = b"".join((pixel & 0xFFFFFFFF).to_bytes(4, "little") for pixel in cursor.cursor_image)
        drawing = Image.frombytes("RGBa", (cursor.width, cursor.height), raw, "raw", "BGRa").convert("RGBA")
        self._pointer = (cursor.cursor_serial, drawing)
        return drawing

    def encoded(self, form: str, quality: int) -> bytes:
        """The screen as the bytes of a PNG or JPEG file."""
        out = io.BytesIO()
        if form == "jpeg":
            self.image().save(out, "JPEG", quality=quality)
        else:
            self.image().save(out, "PNG", compress_level=1)
        return out.getvalue()

    def uniform(self) -> bool:
        """Whether every pixel has one colour: nothing is drawn yet."""
        with self._lock:
            pixels = self._shared.take()
            first = bytes(pixels[:4])
            return pixels == first * (len(pixels) // len(first))
