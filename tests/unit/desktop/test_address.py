"""Addresses as people write them."""

from pathlib import Path

import pytest

from scalecua.core.errors import ConfigError
from scalecua.desktop.address import Address


@pytest.mark.parametrize(
    ("url", "name", "token"),
    [
        ("http://10.0.0.2:5900", "http://10.0.0.2:5900", "given"),
        ("https://desktops.example/a/", "https://desktops.example:443/a", "given"),
        ("http://any:own@127.0.0.1:1", "http://127.0.0.1:1", "own"),
    ],
)
def test_a_url_says_where_and_perhaps_a_token_that_is_never_shown(url: str, name: str, token: str) -> None:
    address = Address.of(url, "given")
    assert address.name == name
    assert address.headers["Authorization"] == f"Bearer {token}"
    assert token not in address.name


@pytest.mark.parametrize(
    "url", ["", "10.0.0.2:5900", "ftp://a:1", "http://", "http://a:notaport", "http://a:99999"]
)
def test_what_is_no_address_is_refused_and_quoted(url: str) -> None:
    with pytest.raises(ConfigError, match="is no address"):
        Address.of(url)


def test_below_an_address_is_the_same_place_with_a_prefix() -> None:
    below = Address.of("http://a:1/x").below("/leases/7")
    assert (below.host, below.port, below.prefix) == ("a", 1, "/x/leases/7")
    assert Address(Path("/run/s")).name == "/run/s"
