"""Blobs: named by content, checked on reading, whole or not there."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scalecua.core.errors import StoreError
from scalecua.store.blobs import FileBlobs


def test_the_name_is_the_sha256_and_the_folder_two_levels_deep(tmp_path: Path) -> None:
    blobs = FileBlobs(tmp_path)
    digest = blobs.put(b"picture")
    assert digest == hashlib.sha256(b"picture").hexdigest() == blobs.put(b"picture")
    assert (tmp_path / digest[:2] / digest[2:4] / digest).read_bytes() == b"picture"
    assert FileBlobs(tmp_path).get(digest) == b"picture"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [digest]


def test_damage_and_absence_are_errors(tmp_path: Path) -> None:
    digest = FileBlobs(tmp_path).put(b"picture")
    blobs = FileBlobs(tmp_path)
    blobs.path(digest).write_bytes(b"pictur3")
    with pytest.raises(StoreError, match="is damaged"):
        blobs.get(digest)
    blobs.path(digest).unlink()
    with pytest.raises(StoreError, match="is missing"):
        blobs.get(digest)
    for wrong in ("../../etc/passwd", digest.upper(), ""):
        with pytest.raises(StoreError, match="not a sha256"):
            blobs.get(wrong)


def test_a_half_written_blob_is_written_again(tmp_path: Path) -> None:
    digest = FileBlobs(tmp_path).put(b"picture")
    FileBlobs(tmp_path).path(digest).write_bytes(b"pic")
    assert FileBlobs(tmp_path).put(b"picture") == digest
    assert FileBlobs(tmp_path).get(digest) == b"picture"


def test_the_cache_is_bounded_and_keeps_what_was_used_last(tmp_path: Path) -> None:
    blobs = FileBlobs(tmp_path, cache_mb=1)
    old, new = blobs.put(b"a" * 600_000), blobs.put(b"b" * 600_000)
    for digest in (old, new):
        blobs.path(digest).unlink()
    assert blobs.get(new) == b"b" * 600_000
    with pytest.raises(StoreError, match="missing"):
        blobs.get(old)


def test_many_writers_of_the_same_bytes(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        digests = set(pool.map(lambda number: FileBlobs(tmp_path).put(b"%d" % (number % 3)), range(60)))
    assert len(digests) == 3
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 3


def test_a_folder_that_cannot_be_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="cannot be made"):
        FileBlobs(tmp_path / "file" / "blobs")
