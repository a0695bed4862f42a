from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scalecua.policy.model import create, load


def test_models_are_loaded_and_made_side_by_side(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    create(folder, seed=9)
    with ThreadPoolExecutor(4) as threads:
        made = [threads.submit(create, tmp_path / str(number), seed=number) for number in range(4)]
        models = list(threads.map(load, [folder] * 12))
        assert len({manifest.result().weights_sha256 for manifest in made}) == 4
    assert all(model.lm_head.weight is model.get_input_embeddings().weight for model in models)
