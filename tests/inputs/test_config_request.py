"""A requirements file that names a config.json as its model."""

import hashlib
from pathlib import Path

import pytest

from optimizer.errors import InputError
from optimizer.inputs.load import load_family, load_request
from tests.catalog.configs import changed as config
from tests.catalog.configs import text_of
from tests.inputs.request_files import FINETUNE, INFERENCE, PRETRAIN, changed, load, problems

NAME = "models/qwen 3/config.json"
REQUEST = changed("Qwen3-32B", NAME)
HERE = "request.yaml:5:5: workloads[0].model: "


def put(folder: Path, text: str, name: str = NAME) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("text", [INFERENCE, PRETRAIN, FINETUNE])
def test_a_file_becomes_a_model_of_the_request(tmp_path: Path, text: str) -> None:
    put(tmp_path, text_of("qwen3-32b"))
    request = load(tmp_path, changed("Qwen3-32B", NAME, text))
    model = request.catalog.models[NAME]
    assert (model.id, model.total_params, model.active_params) == (NAME, 32_762_123_264, 32_762_123_264)
    assert model.spec.source == f"{NAME} (Qwen3), parameters counted"
    assert request.catalog.own_ids == (f"models.{NAME}",)
    assert request.files[NAME] == hashlib.sha256(text_of("qwen3-32b").encode()).hexdigest()
    assert "Qwen3-32B" in request.catalog.models


def test_counts_and_what_the_file_leaves_out_are_assumptions(tmp_path: Path) -> None:
    put(tmp_path, config("qwen3-32b", tie_word_embeddings=None))
    assumed = [each for each in load(tmp_path, REQUEST).assumptions if each.path == "workloads[0].model"]
    assert [(each.value, each.source) for each in assumed] == [
        ("32,762,123,264 parameters, 32,762,123,264 active", f"counted from the shape in {NAME}"),
        ("tie_word_embeddings: false", f"{NAME} leaves it out: default of the architecture"),
    ]


def test_several_workloads_and_scenarios_name_files(tmp_path: Path) -> None:
    put(tmp_path, text_of("qwen3-32b"))
    put(tmp_path, text_of("qwen3-0.6b"), "small.json")
    second = FINETUNE.split("workloads:\n")[1].replace("Qwen3-32B", NAME)
    small = "  small: {workloads: [{name: assistant, model: small.json}]}\n"
    (tmp_path / "request.yaml").write_text(f"{REQUEST}{second}scenarios:\n{small}", encoding="utf-8")
    family = load_family(tmp_path / "request.yaml")
    assert set(family.base.files) == {"request.yaml", NAME}
    assert set(family.scenarios["small"].files) == {"request.yaml", NAME, "small.json"}
    assert family.base.catalog.own_ids == (f"models.{NAME}",)
    assert family.scenarios["small"].catalog.models["small.json"].total_params == 596_049_920
    assert family.demand_changed == {"small": True}


def test_an_id_of_the_catalog_is_no_file(tmp_path: Path) -> None:
    own = text_of("qwen3-32b").replace("\n", " ")
    entry = (
        "models: [{id: small.json, total_params: 1e9, active_params: 1e9, layers: 8, hidden_size: 512, vocab_size: 9,"
    )
    more = " attention: MHA, attention_heads: 8, kv_heads: 8, head_dim: 64, max_context_tokens: 1e6, "
    spec = "native_precision: bf16, spec: {source: own, confidence: low}}]"
    text = changed("Qwen3-32B", "small.json") + "catalog: [mine.yaml]\n"
    request = load(tmp_path, text, mine__yaml=entry + more + spec, small__json=own)
    assert request.catalog.models["small.json"].total_params == 10**9
    assert "small.json" not in request.files


def test_a_context_longer_than_the_file_says(tmp_path: Path) -> None:
    put(tmp_path, config("qwen3-32b", max_position_embeddings=8192))
    (found,) = problems(tmp_path, REQUEST)
    assert found.startswith(
        f"request.yaml:11:5: workloads[0].max_context_tokens: 32768 is more than {NAME} was made for"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none/config.json", "none/config.json: 'none/config.json' does not exist; check the name, or create the file"),
        ("../config.json", "../config.json: '../config.json' is not a path below the requirements file's folder"),
        ("/etc/config.json", "is not a path below the requirements file's folder"),
        ("folder.json", "folder.json: 'folder.json' is a folder, not a file"),
        ("empty.json", "empty.json: the file is empty"),
        ("large.json", "large.json: the file is larger than 1 MiB"),
        ("out.json", "'out.json' is a link that leads out of the requirements file's folder"),
        ("Qwen/Qwen3-32B", 'unknown model "Qwen/Qwen3-32B"; write a catalog id, or the path of the checkpoint\'s'),
        ("config.jsonx", 'unknown model "config.jsonx"'),
        (".json", ".json: '.json' does not exist"),
    ],
)
def test_files_that_cannot_be_opened_stand_where_they_are_named(tmp_path: Path, name: str, message: str) -> None:
    inside = tmp_path / "in"
    (inside / "folder.json").mkdir(parents=True)
    (inside / "empty.json").write_text(" ", encoding="utf-8")
    (inside / "large.json").write_text("[" * (2**20 + 1), encoding="utf-8")
    (tmp_path / "real.json").write_text(text_of("qwen3-32b"), encoding="utf-8")
    (inside / "out.json").symlink_to(tmp_path / "real.json")
    (found,) = problems(inside, changed("Qwen3-32B", name))
    assert found.startswith(HERE), found
    assert message in found


def test_problems_of_the_file_and_of_the_request_at_once(tmp_path: Path) -> None:
    put(tmp_path, config("qwen3-32b", hidden_size=None, num_attention_heads="64", head_dim=0))
    found = problems(tmp_path, REQUEST.replace("name: test", "name: test\nprice_case: middle"))
    assert [line.split(": ")[1] for line in found] == ["price_case", "hidden_size", "head_dim", "num_attention_heads"]
    assert found[1].startswith(f"{NAME}:1:1: hidden_size: is missing; add it as the checkpoint has it, or describe")


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    put(tmp_path, "model_type: qwen3\n")
    (found,) = problems(tmp_path, REQUEST)
    assert found.startswith(f"{NAME}:1:1: the file is not a JSON object; name the config.json of a checkpoint")


def test_a_scenario_with_a_bad_file_says_which(tmp_path: Path) -> None:
    put(tmp_path, "{}", "bad.json")
    text = INFERENCE + "scenarios:\n  a: {workloads: [{name: assistant, model: bad.json}]}\n"
    (found,) = problems(tmp_path, text)
    assert found.startswith('bad.json:1:1: model_type: in scenario "a": is missing; known: llama,')
    text = INFERENCE + "scenarios:\n  a: {workloads: [{name: assistant, model: no.json}]}\n"
    (found,) = problems(tmp_path, text)
    assert found.startswith(
        "request.yaml:13:37: workloads[0].model: in scenario \"a\": no.json: 'no.json' does not exist"
    )


def test_a_file_of_an_allowed_folder(tmp_path: Path) -> None:
    put(tmp_path / "shared", text_of("qwen3-32b"), "q/config.json")
    (tmp_path / "own").mkdir()
    file = tmp_path / "own" / "request.yaml"
    file.write_text(changed("Qwen3-32B", "q/config.json"), encoding="utf-8")
    with pytest.raises(InputError, match="does not exist"):
        load_request(file)
    assert "q/config.json" in load_request(file, allow=(tmp_path / "shared",)).catalog.models
