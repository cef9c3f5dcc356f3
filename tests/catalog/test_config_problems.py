"""What a config.json must not be: every problem at once, with its place and what to do instead."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.errors import InputError, Problem
from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.model_config.read_config import ConfigModel
from optimizer.inputs.workload import WeightPrecision
from tests.catalog.configs import NAMES, changed, model_of, problems_of, text_of


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("qwen3-32b", {"hidden_size": None}, "config.json:1:1: hidden_size: is missing; add it as the checkpoint has "
         "it, or describe the model under `models:` in a file named under `catalog:`"),
        ("qwen3-32b", {"num_hidden_layers": None, "num_hiden_layers": 64},
         'is missing; the file has "num_hiden_layers"; add it'),
        ("qwen3-32b", {"hidden_size": "5120"}, 'hidden_size: must be a whole number (got "5120"): it is in quotes'),
        ("qwen3-32b", {"hidden_size": True}, "hidden_size: must be a whole number (got true)"),
        ("qwen3-32b", {"hidden_size": 0}, "hidden_size: must be between 1 and 1,000,000,000 (got 0); check the number"),
        ("qwen3-32b", {"hidden_size": 10**30}, "hidden_size: must be between 1 and"),
        ("qwen3-32b", {"hidden_size": 10**9}, "hidden_size: the file describes"),
        ("qwen3-32b", {"hidden_size": 5120.5}, "hidden_size: must be a whole number (got 5120.5)"),
        ("qwen3-32b", {"num_hidden_layers": 10**6}, "num_hidden_layers: must be at most 10,000"),
        ("qwen3-32b", {"num_key_value_heads": 7}, "num_key_value_heads: 7 do not divide the 64 attention heads"),
        ("llama-2-7b", {"num_attention_heads": 30, "num_key_value_heads": None}, "head_dim: is missing, and 30 heads"),
        ("qwen3-32b", {"tie_word_embeddings": "no"}, 'tie_word_embeddings: must be true or false (got "no")'),
        ("qwen3-30b-a3b", {"num_experts_per_tok": 129}, "num_experts_per_tok: a token uses 129 of 128 experts"),
        ("mixtral-8x7b", {"num_experts_per_tok": 8}, "num_experts_per_tok: a token uses 8 of 8 experts"),
        ("gpt-oss-20b", {"layer_types": ["full_attention"]}, "layer_types: has 1 entries for 24 layers"),
        ("gpt-oss-20b", {"layer_types": "full_attention"}, "layer_types: must be a list"),
        ("gpt-oss-20b", {"layer_types": [1] * 24}, "layer_types: holds 1; write texts only"),
        ("gpt-oss-20b", {"layer_types": ["mamba"] * 24}, 'layer_types: "mamba" is no kind of layer that gpt-oss has'),
        ("llama-3.1-8b", {"layer_types": ["linear_attention"] * 32}, "is no kind of layer that Llama has"),
        ("gemma-2-9b", {"sliding_window": None}, "sliding_window: is missing"),
        ("minimax-text-01", {"attn_type_list": None}, "attn_type_list: is missing"),
        ("deepseek-v3", {"first_k_dense_replace": None}, "first_k_dense_replace: is missing"),
        ("qwen3-32b", {"model_type": None, "architectures": None}, "model_type: is missing; known: llama,"),
        ("qwen3-32b", {"model_type": "mamba", "architectures": ["MambaForCausalLM"]},
         'model_type: the architecture "mamba" is not known; known: llama,'),
        ("qwen3-32b", {"model_type": ["qwen3"], "architectures": 3},
         "model_type: the architecture a list is not known"),
        ("qwen3-32b", {"architectures": ["Qwen3ForSequenceClassification"]},
         'architectures: "Qwen3ForSequenceClassification" has no head that generates text; plan it as `kind: service`'),
        ("qwen3-32b", {"torch_dtype": None}, "torch_dtype: is missing"),
        ("qwen3-32b", {"torch_dtype": "int3"}, 'torch_dtype: unknown data type "int3"; known: bfloat16,'),
        ("qwen3-32b", {"quantization_config": {"quant_method": "exl2"}},
         'quantization_config: cannot tell the weight format (quant_method "exl2"); known: fp8, awq,'),
        ("qwen3-32b", {"quantization_config": "fp8"}, "quantization_config: cannot tell the weight format"),
    ],
)  # fmt: skip
def test_refusals(name: str, fields: dict[str, Any], message: str) -> None:
    (found,) = problems_of(changed(name, **fields))
    assert message in found


@pytest.mark.parametrize(
    ("name", "fields", "keys"),
    [
        ("gpt-oss-20b", {"num_hidden_layers": "24", "num_attention_heads": None},
         ["num_hidden_layers", "num_attention_heads"]),
        ("mixtral-8x7b", {"num_local_experts": 0, "hidden_size": -1}, ["hidden_size", "num_local_experts"]),
        ("minimax-text-01", {"num_hidden_layers": 10**5}, ["num_hidden_layers"]),
    ],
)  # fmt: skip
def test_rules_are_silent_about_numbers_that_nobody_wrote(name: str, fields: dict[str, Any], keys: list[str]) -> None:
    assert [line.split(": ")[1] for line in problems_of(changed(name, **fields))] == keys


def test_all_problems_at_once_with_their_places() -> None:
    text = text_of("kimi-k2.5").replace('"v_head_dim": 128', '"v_head": 128').replace("7168", '"7168"')
    text = text.replace('"kv_lora_rank": 512', '"kv_lora_rank": -512').replace('"vocab_size": 163840', '"vocab": 1')
    found = problems_of(text)
    assert len(found) == 4
    lines = text.splitlines()
    for line, key in zip(found, ("hidden_size", "vocab_size", "kv_lora_rank", "v_head_dim"), strict=True):
        assert f" text_config.{key}: " in line
        at = int(line.split(":")[1]) - 1
        assert lines[at].strip().startswith((f'"{key}"', '"text_config"')), line


@pytest.mark.parametrize(
    ("settings", "precision"),
    [
        ({"quant_method": "fp8"}, "fp8"),
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, "int4"),
        ({"quant_method": "gptq", "bits": 8}, "int8"),
        ({"quant_method": "gptq", "bits": 3}, None),
        ({"quant_method": "gptq", "bits": True}, None),
        ({"quant_method": "mxfp4"}, "mxfp4"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "int4"),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True, "load_in_4bit": False}, "int8"),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, "nvfp4"),
        ({"quant_method": "modelopt", "quant_algo": "FP8"}, "fp8"),
        ({"quant_method": "modelopt", "quant_algo": "MIXED"}, None),
        ({"quant_method": ["fp8"]}, None),
        ({}, None),
        ("groups", None),
    ],
)
def test_weight_formats(settings: Any, precision: str | None) -> None:
    text = changed("qwen3-32b", quantization_config=settings)
    if precision is None:
        assert "cannot tell the weight format" in problems_of(text)[0]
    else:
        assert model_of(text).native_precision == precision


@pytest.mark.parametrize(
    ("weights", "inputs", "precision"),
    [
        ({"type": "float", "num_bits": 8}, {"num_bits": 8}, "fp8"),
        ({"type": "int", "num_bits": 8}, {"num_bits": 8}, "w8a8"),
        ({"type": "int", "num_bits": 8}, None, "int8"),
        ({"type": "int", "num_bits": 4}, None, "int4"),
        ({"type": "int", "num_bits": 4}, {"num_bits": 8}, "w4a8"),
        ({"type": "float", "num_bits": 4, "group_size": 16}, {"num_bits": 4}, "nvfp4"),
        ({"type": "float", "num_bits": 4, "group_size": 32}, None, "mxfp4"),
        ({"type": "int", "num_bits": 2}, None, None),
        (None, None, None),
    ],
)
def test_compressed_tensors(weights: Any, inputs: Any, precision: str | None) -> None:
    group = {"weights": weights, "input_activations": inputs}
    settings = {"quant_method": "compressed-tensors", "config_groups": {"group_0": group}}
    text = changed("qwen3-32b", quantization_config=settings)
    if precision is None:
        assert "cannot tell the weight format" in problems_of(text)[0]
    else:
        assert model_of(text).native_precision == precision


def test_of_several_groups_the_widest_counts() -> None:
    groups = {
        "experts": {"weights": {"type": "float", "num_bits": 4, "group_size": 16}},
        "rest": {"weights": {"type": "float", "num_bits": 8}},
    }
    settings = {"quant_method": "compressed-tensors", "config_groups": groups}
    assert model_of(changed("qwen3-32b", quantization_config=settings)).native_precision == "fp8"


def model_or_problems(text: str) -> tuple[ConfigModel | None, tuple[Problem, ...]]:
    try:
        return model_of(text), ()
    except InputError as error:
        return None, error.problems


KEYS = sorted({key for name in NAMES for key in json.loads(text_of(name))} - {"text_config", "vision_config"})
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 200), st.sampled_from([10**9, 10**30, 0.5, 1e300, "", "fp8", "full"]),
    st.lists(st.integers(-1, 3) | st.just("full_attention"), max_size=3), st.just({}),
    st.dictionaries(st.sampled_from(["quant_method", "bits", "config_groups", "quant_algo"]), st.integers(0, 8)),
)  # fmt: skip


@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(KEYS), ODD, max_size=4), st.booleans())
def test_any_change_gives_a_model_or_problems(name: str, fields: dict[str, Any], inside: bool) -> None:
    data = json.loads(text_of(name))
    part = data["text_config"] if inside and "text_config" in data else data
    part.update(fields)
    model, problems = model_or_problems(json.dumps(data))
    assert all(problem.line and problem.remedy for problem in problems)
    if model is None:
        assert problems
        return
    assert 0 < model.active_params <= model.total_params
    assert 0 <= model.full_attention_share <= 1
    assert (model.full_attention_share == 1) == (model.window_tokens is None)
    assert model.native_precision in (*get_args(WeightPrecision), "fp32")
    LanguageModel.model_validate(model.model_dump(exclude={"assumed"}) | {"id": "x"})
