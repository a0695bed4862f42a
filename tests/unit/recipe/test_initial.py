import json
from pathlib import Path

import pytest

from scalecua.config.load import load
from scalecua.core.errors import ConfigError, PolicyError
from scalecua.policy import checkpoint, tokenizer
from scalecua.policy.processor import Processor
from scalecua.recipe.folder import RunFolder
from scalecua.recipe.initial import SHIPPED, fresh, prepare, source

TINY = SHIPPED / "tiny"


def test_shipped_checkpoint_is_whole_small_and_speaks_the_tokenizer_of_this_version() -> None:
    assert checkpoint.verify(TINY) is not None
    assert sum(file.stat().st_size for file in TINY.iterdir()) < 10_000_000
    theirs, ours = Processor.load(TINY).tokenizer, tokenizer.build()
    assert theirs.get_vocab() == ours.get_vocab()
    assert json.loads(theirs.to_str())["model"]["merges"] == json.loads(ours.to_str())["model"]["merges"]


def test_run_starts_from_what_the_configuration_names(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    shipped = load([], ["model.shipped=tiny"])
    assert source(shipped, folder, "base") == TINY
    published = prepare(shipped, folder)
    assert published.path == folder.checkpoints / "000000"
    assert checkpoint.weights_sha256(published.path) == checkpoint.weights_sha256(TINY)
    assert source(load([], [f"model.path={TINY}"]), folder, "base") == TINY
    new = load([], ["policy.max_pixels=20480", "policy.min_pixels=20480"])
    assert source(new, folder, "base") == fresh(new, folder, "base") == folder.checkpoints / "base"
    assert Processor.load(folder.checkpoints / "base").rule == Processor.load(TINY).rule


def test_two_checkpoints_or_none_where_one_is_named_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="leave one out"):
        load([], ["model.shipped=tiny", f"model.path={tmp_path}"])
    with pytest.raises(ConfigError, match="tiny"):
        load([], ["model.shipped=huge"])
    with pytest.raises(PolicyError, match="not a checkpoint folder"):
        source(load([], [f"model.path={tmp_path / 'none'}"]), RunFolder(tmp_path), "base")
