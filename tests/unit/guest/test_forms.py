import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.guest.forms import fields
from scalecua.guest.node import decode_states
from scalecua.guest.refused import Refused


def parsed(**content: object) -> dict[str, object]:
    """What the guest reads from what httpx writes."""
    request = httpx.Request("POST", "http://x/", **content)  # type: ignore[arg-type]
    return dict(fields(request.headers["content-type"], request.read()))


@given(
    st.binary(max_size=300), st.text(max_size=40).filter(lambda text: "\r" not in text and "\n" not in text)
)
@settings(max_examples=80, deadline=None)
def test_files_of_a_multipart_form_survive_whole(data: bytes, path: str) -> None:
    assert parsed(data={"file_path": path}, files={"file_data": ("n", data)}) == {
        "file_path": path,
        "file_data": data,
    }


def test_json_and_web_forms() -> None:
    assert parsed(json={"a": [1, "ü"]}) == {"a": [1, "ü"]}
    assert parsed(data={"file_path": "/a b&c=ü", "empty": ""}) == {"file_path": "/a b&c=ü", "empty": ""}


@pytest.mark.parametrize("body", [b"{", b"[1]", b"\xff", b"3"])
def test_what_is_no_object_is_refused(body: bytes) -> None:
    with pytest.raises(Refused):
        fields("application/json", body)


def test_states_are_the_set_bits_of_both_words() -> None:
    assert decode_states([1 << 25 | 1 << 30, 1 << 9]) == {"showing", "visible", "checkable"}
    assert decode_states([0, 0]) == frozenset()
