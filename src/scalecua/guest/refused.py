"""The one exception that becomes an HTTP error: a status and a sentence."""


class Refused(Exception):
    """A request that cannot be served; `status` is the HTTP status of the answer."""

    def __init__(self, message: str, status: int = 400):
        super().__init__(message)
        self.status = status
