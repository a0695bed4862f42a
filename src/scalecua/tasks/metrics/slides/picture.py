"""Whether two image files show the same picture: office suites may encode a picture anew."""

import io

import numpy as np
from PIL import Image

_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")
_SIDE = 32
_MEAN_DIFFERENCE = 8.0


def same_picture(found: bytes | None, wanted: bytes | None) -> bool:
    """Equal bytes, or pixels that differ by no more than encoding does.

    A wanted file that is no bitmap, such as a vector graphic, is not compared.
    """
    if found == wanted:
        return True
    if found is None or wanted is None:
        return False
    other = _pixels(wanted)
    mine = None if other is None else _pixels(found)
    if other is None:
        return True
    return mine is not None and float(np.abs(mine - other).mean()) <= _MEAN_DIFFERENCE


def _pixels(data: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None:
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            small = image.convert("RGBA").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    ground = Image.new("RGBA", small.size, "white")
    return np.asarray(Image.alpha_composite(ground, small).convert("RGB"), dtype=np.float64)
