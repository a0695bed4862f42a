"""Pictures as agents see them."""

import io

from PIL import Image


def jpeg(picture: bytes, quality: int) -> bytes:
    """The same picture as JPEG."""
    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(out, "JPEG", quality=quality)
    return out.getvalue()
