"""Request bodies: JSON, a web form, or a form with files (multipart)."""

import json
from urllib.parse import parse_qsl

from .refused import Refused


def fields(content_type: str, body: bytes) -> dict:
    """The body's fields; a file of a multipart form is bytes, everything else text or JSON."""
    kind, _, rest = content_type.partition(";")
    kind = kind.strip().lower()
    if not body:
        return {}
    if kind == "multipart/form-data":
        return _multipart(rest, body)
    try:
        if kind == "application/x-www-form-urlencoded":
            return dict(parse_qsl(body.decode(), keep_blank_values=True))
        value = json.loads(body)
    except ValueError as error:
        raise Refused(f"the body is not {kind or 'JSON'}: {error}") from None
    if not isinstance(value, dict):
        raise Refused("the JSON body must be an object")
    return value


def _multipart(parameters: str, body: bytes) -> dict:
    boundary = _parameter(parameters, "boundary")
    if not boundary:
        raise Refused("multipart body without a boundary")
    found: dict = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary.encode())[1:]:
        head, gap, content = part.partition(b"\r\n\r\n")
        if not gap:
            continue
        for line in head.decode("utf-8", "replace").split("\r\n"):
            if line.lower().startswith("content-disposition:"):
                name = _parameter(line, "name")
                is_file = _parameter(line, "filename") is not None
                found[name] = (
                    content if is_file or name == "file_data" else content.decode("utf-8", "replace")
                )
    return found


def _parameter(line: str, name: str) -> str | None:
    for piece in line.split(";"):
        key, equals, value = piece.strip().partition("=")
        if equals and key.strip().lower() == name:
            return value.strip().strip('"')
    return None
