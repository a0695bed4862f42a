"""The one exception that becomes an HTTP error: a status and a sentence."""


class Refused(Exception):
    """A request that cannot be served; `status` is the answer's HTTP status, `facts` its other fields."""

    def __init__(self, message: str, status: int = 400, facts: dict | None = None):
        super().__init__(message)
        self.status = status
        self.facts = facts or {}
