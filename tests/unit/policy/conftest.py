import json
from pathlib import Path

import pytest

from scalecua.policy import tokenizer
from scalecua.policy.processor import Processor
from scalecua.policy.qwen3vl import Qwen3VL


@pytest.fixture(scope="session")
def processor_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("processor")
    tokenizer.save(tokenizer.build(), folder)
    rule = {
        "image_processor_type": "Qwen2VLImageProcessor",
        "patch_size": 16,
        "merge_size": 2,
        "temporal_patch_size": 2,
        "size": {"shortest_edge": 32 * 32, "longest_edge": 160 * 128},
        "image_mean": [0.5, 0.4, 0.3],
        "image_std": [0.5, 0.25, 0.3],
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(rule))
    return folder


@pytest.fixture(scope="session")
def processor(processor_folder: Path) -> Processor:
    return Processor.load(processor_folder)


@pytest.fixture(scope="session")
def qwen(processor: Processor) -> Qwen3VL:
    return Qwen3VL(processor)
