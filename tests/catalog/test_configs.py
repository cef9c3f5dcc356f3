"""A published config.json becomes the same model as the shipped catalog has."""

import pytest

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.model_config.families import FAMILIES
from tests.catalog.configs import FOLDER, NAMES, changed, model_of, text_of
from tests.catalog.shipped import catalog
from tests.catalog.test_parameter_counts import OTHER_ACTIVE

IDS = {name.lower(): name for name in catalog().models}
NOT_SHIPPED = {
    "gemma-3-1b": 999_885_952, "ministral-3-3b": 3.4e9, "qwen1.5-moe-a2.7b": 14.3e9, "qwen2-57b-a14b": 57.4e9,
}  # fmt: skip
"""Published parameters of those that the catalog does not have (language part; model cards)."""
EXACT = {
    "gemma-2-9b": 9_241_705_984, "llama-2-7b": 6_738_415_616, "llama-3.1-8b": 8_030_261_248,
    "llama-3.2-1b": 1_235_814_400, "mistral-7b": 7_241_732_096, "mixtral-8x7b": 46_702_792_704,
    "phi-3.5-mini": 3_821_079_552, "phi-4-mini": 3_836_021_760, "qwen1.5-moe-a2.7b": 14_315_784_192,
    "qwen2-7b": 7_615_616_512, "qwen3-0.6b": 596_049_920, "qwen3-30b-a3b": 30_532_122_624, "qwen3-32b": 32_762_123_264,
    "gpt-oss-20b": 20_914_757_184, "gpt-oss-120b": 116_829_156_672, "deepseek-v3": 671_026_419_200,
}  # fmt: skip
"""Elements of all tensors of the published checkpoints, MTP layer of DeepSeek-V3 left out (recall)."""
OTHER_CONTEXT = {"minimax-text-01": "the catalog holds the length the vendor vouches for, 4,000 Ki tokens"}
COUNTS = ("total_params", "active_params", "full_attention_share", "intermediate_size", "max_context_tokens")
SAME = tuple(LanguageModel.model_fields.keys() - {"id", "spec", "notes", *COUNTS})


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_SHIPPED])
def test_the_same_shape_as_shipped(name: str) -> None:
    read, shipped = model_of(text_of(name)), catalog().models[IDS[name]]
    assert {key: getattr(read, key) for key in SAME} == {key: getattr(shipped, key) for key in SAME}
    assert read.full_attention_share == pytest.approx(shipped.full_attention_share, abs=0.006)  # 52 of 62 layers: 5/6
    assert read.total_params == pytest.approx(shipped.total_params, rel=0.02)
    if shipped.id not in OTHER_ACTIVE:
        assert read.active_params == pytest.approx(shipped.active_params, rel=0.02)
    if name not in OTHER_CONTEXT:
        assert read.max_context_tokens == shipped.max_context_tokens
    if read.intermediate_size is not None:
        assert read.intermediate_size == shipped.intermediate_size


@pytest.mark.parametrize("name", EXACT)
def test_parameters_are_counted_exactly(name: str) -> None:
    assert model_of(text_of(name)).total_params == EXACT[name]


@pytest.mark.parametrize("name", NOT_SHIPPED)
def test_models_that_are_not_shipped(name: str) -> None:
    assert model_of(text_of(name)).total_params == pytest.approx(NOT_SHIPPED[name], rel=0.02)


def test_families_have_a_published_file_and_every_file_a_source() -> None:
    read = {model_of(text_of(name)).spec.source.removeprefix("config.json (").split(")")[0] for name in NAMES}
    # no file of these is at hand; they differ from a tested family in key names, norms or experts alone
    assert {family.label for family in FAMILIES} - read == {"GLM-4", "GLM-4-0414", "Qwen3.5"}
    sources = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if name not in sources] == []


def test_qwen3_5_dense() -> None:
    # Qwen3.5-27B: shape of the catalog, linear layers as its notes say, 16 key heads as its siblings
    text = changed(
        "qwen3-next-80b-a3b", model_type="qwen3_5_text", architectures=["Qwen3_5ForCausalLM"], num_hidden_layers=64,
        hidden_size=5120, intermediate_size=17408, num_attention_heads=24, num_key_value_heads=4, vocab_size=248320,
        linear_num_value_heads=48,
    )  # fmt: skip
    read, shipped = model_of(text), catalog().models["Qwen3.5-27B"]
    assert {key: getattr(read, key) for key in SAME} == {key: getattr(shipped, key) for key in SAME}
    assert read.total_params == pytest.approx(27e9, rel=0.005)


def test_what_the_file_leaves_out_is_said() -> None:
    assert [(each.key, each.value) for each in model_of(text_of("gemma-3-12b")).assumed] == [
        ("max_position_embeddings", "131072"), ("vocab_size", "262208"), ("head_dim", "256"),
        ("sliding_window_pattern", "6"), ("tie_word_embeddings", "true"),
    ]  # fmt: skip
    (llama,) = model_of(text_of("llama-2-7b")).assumed
    assert (llama.key, llama.value, llama.why) == ("head_dim", "128", "hidden_size / num_attention_heads")
    assert model_of(text_of("qwen3-32b")).assumed == ()


@pytest.mark.parametrize("name", [name for name in NAMES if name != "ministral-3-3b"])  # its class wraps several
def test_the_class_stands_in_for_the_type(name: str) -> None:
    read, text = model_of(text_of(name)), text_of(name).replace('"model_type"', '"other"')
    found = model_of(text)
    assert found.assumed[0].key == "model_type"
    assert found.model_copy(update={"assumed": read.assumed, "spec": read.spec}) == read


@pytest.mark.parametrize(
    ("name", "fields", "share", "window"),
    [
        ("mistral-7b", {"sliding_window": 4096}, 0, 4096),
        ("mistral-7b", {"sliding_window": 32768}, 1, None),  # as long as the context: limits nothing
        ("qwen2-7b", {"use_sliding_window": True, "sliding_window": 8192, "max_window_layers": 21}, 0.75, 8192),
        ("qwen2-7b", {"use_sliding_window": True, "sliding_window": 8192, "max_window_layers": 28}, 1, None),
        ("gemma-3-1b", {"sliding_window_pattern": 2}, 0.5, 512),
        ("gemma-3-1b", {"layer_types": ["sliding_attention"] * 13 + ["full_attention"] * 13}, 0.5, 512),
        ("gemma-3-1b", {"layer_types": ["full_attention"] * 26}, 1, None),
        ("deepseek-v3", {"index_topk": 1024, "index_n_heads": 64, "index_head_dim": 128}, 0, 1024),
    ],
)
def test_windows(name: str, fields: dict[str, object], share: float, window: int | None) -> None:
    read = model_of(changed(name, **fields))
    assert (read.full_attention_share, read.window_tokens, read.window_limits_storage) == (share, window, False)


@pytest.mark.parametrize(
    ("name", "fields", "more"),
    [
        ("qwen3-32b", {"tie_word_embeddings": True}, -151936 * 5120),
        ("qwen3-32b", {"attention_bias": True}, 64 * (64 + 2 * 8) * 128),
        ("deepseek-v3", {"num_nextn_predict_layers": 3}, 0),
        ("deepseek-v3", {"q_lora_rank": 1535}, -61 * (7168 + 1 + 128 * 192)),
        # one dense layer instead of one with experts
        ("deepseek-v3", {"first_k_dense_replace": 4},
         3 * 7168 * 18432 - 257 * 3 * 7168 * 2048 - 256 * 7168 - 256),
        ("qwen3-30b-a3b", {"mlp_only_layers": [0]}, 3 * 2048 * 6144 - 128 * 3 * 2048 * 768 - 128 * 2048),
        ("glm-5", {"indexer_types": ["full"] * 39 + ["shared"] * 39},
         -39 * (2048 * 32 * 128 + 6144 * (128 + 32) + 2 * 128)),
    ],
)  # fmt: skip
def test_one_field_more_or_less(name: str, fields: dict[str, object], more: int) -> None:
    assert model_of(changed(name, **fields)).total_params - model_of(text_of(name)).total_params == more
