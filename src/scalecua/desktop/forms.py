"""A file as a web form carries it."""


def multipart(boundary: str, path: str, data: bytes) -> tuple[str, bytes]:
    """Content type and body of OSWorld's upload form."""
    parts = b"".join(
        b"--%b\r\nContent-Disposition: form-data; %b\r\n\r\n%b\r\n" % (boundary.encode(), name, value)
        for name, value in (
            (b'name="file_path"', path.encode()),
            (b'name="file_data"; filename="data"', data),
        )
    )
    return f"multipart/form-data; boundary={boundary}", parts + f"--{boundary}--\r\n".encode()
