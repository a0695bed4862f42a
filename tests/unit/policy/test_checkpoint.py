import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.policy import checkpoint


def fill(content: bytes) -> Callable[[Path], None]:
    def into(folder: Path) -> None:
        (folder / "model.safetensors").write_bytes(content)
        (folder / "config.json").write_text("{}")
        (folder / "training.pt").write_bytes(b"moments")

    return into


def test_a_written_folder_verifies_and_its_manifest_names_every_file(tmp_path: Path) -> None:
    written = checkpoint.write(tmp_path / "c", fill(b"one"), version=3, step=7)
    assert checkpoint.verify(tmp_path / "c") == written
    assert (written.version, written.step) == (3, 7)
    assert set(written.files) == {"model.safetensors", "config.json", "training.pt"}
    assert written.weights_sha256 == hashlib.sha256(b"one").hexdigest()
    assert checkpoint.weights_sha256(tmp_path / "c") == written.weights_sha256


def test_the_digest_of_weights_ignores_optimiser_state_and_covers_shards(tmp_path: Path) -> None:
    written = checkpoint.write(tmp_path / "c", fill(b"one"), version=0, step=0)
    (tmp_path / "c" / "training.pt").write_bytes(b"other")
    assert checkpoint.weights_sha256(tmp_path / "c") == written.weights_sha256
    (tmp_path / "c" / "model-2.safetensors").write_bytes(b"two")
    sharded = checkpoint.weights_sha256(tmp_path / "c")
    (tmp_path / "c" / "model-2.safetensors").write_bytes(b"three")
    assert len({written.weights_sha256, sharded, checkpoint.weights_sha256(tmp_path / "c")}) == 3


def test_damage_is_named_with_both_hashes(tmp_path: Path) -> None:
    checkpoint.write(tmp_path / "c", fill(b"one"), version=0, step=0)
    (tmp_path / "c" / "model.safetensors").write_bytes(b"onf")
    with pytest.raises(PolicyError) as caught:
        checkpoint.verify(tmp_path / "c")
    for part in ("model.safetensors", hashlib.sha256(b"one").hexdigest(), hashlib.sha256(b"onf").hexdigest()):
        assert part in str(caught.value)


def test_a_missing_file_and_a_broken_manifest_are_refused(tmp_path: Path) -> None:
    checkpoint.write(tmp_path / "c", fill(b"one"), version=0, step=0)
    (tmp_path / "c" / "config.json").unlink()
    with pytest.raises(PolicyError, match=r"config\.json is missing"):
        checkpoint.verify(tmp_path / "c")
    (tmp_path / "c" / "manifest.json").write_text(json.dumps({"version": 1}))
    with pytest.raises(PolicyError, match=r"manifest\.json is damaged"):
        checkpoint.verify(tmp_path / "c")
    with pytest.raises(PolicyError, match="does not exist"):
        checkpoint.verify(tmp_path / "absent")


def test_a_failed_write_leaves_the_old_folder_and_nothing_else(tmp_path: Path) -> None:
    checkpoint.write(tmp_path / "c", fill(b"one"), version=1, step=0)

    def explode(folder: Path) -> None:
        (folder / "model.safetensors").write_bytes(b"half")
        raise OSError("disk full")

    with pytest.raises(PolicyError, match="disk full") as caught:
        checkpoint.write(tmp_path / "c", explode, version=2, step=0)
    assert caught.value.failure is Failure.DISK
    manifest = checkpoint.verify(tmp_path / "c")
    assert manifest is not None
    assert manifest.version == 1
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_a_write_replaces_what_is_there_and_sweeps_what_a_killed_one_left(tmp_path: Path) -> None:
    checkpoint.write(tmp_path / "c", fill(b"one"), version=1, step=0)
    shutil.copytree(tmp_path / "c", tmp_path / ".c.dead")
    checkpoint.write(tmp_path / "c", fill(b"two"), version=1, step=1)
    assert (tmp_path / "c" / "model.safetensors").read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_a_folder_without_a_manifest_cannot_be_verified(tmp_path: Path) -> None:
    assert checkpoint.verify(tmp_path) is None
