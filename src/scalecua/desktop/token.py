"""The secret that servers ask for: from the environment, so that no file and no command line has it."""

import hmac
import os
import secrets

from scalecua.core.errors import ConfigError

VARIABLE = "SCALECUA_TOKEN"


def own() -> str:
    """The token of a server: as named in the environment, or a new one."""
    return os.environ.get(VARIABLE) or secrets.token_urlsafe(24)


def given() -> str:
    """The token of a client; ConfigError if the environment has none."""
    token = os.environ.get(VARIABLE)
    if not token:
        raise ConfigError(f"desktop hosts ask for a token; put theirs into the environment as {VARIABLE}")
    return token


def same(offered: str, token: str) -> bool:
    """Whether two tokens are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(offered.encode(), token.encode())
