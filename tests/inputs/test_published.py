"""Labels, models, numbers and files of published measurements, however they are spelled."""

import math
from pathlib import Path

import pytest

from optimizer.errors import InputError
from optimizer.inputs.published.models import Models
from optimizer.inputs.published.rows import COLUMNS, read_published
from optimizer.inputs.published.systems import Systems
from optimizer.inputs.published.words import (
    cache_bytes,
    degree,
    in_flight,
    is_weight_only,
    metric_of,
    number,
    publisher,
    scenario_of,
    weight_format,
)
from optimizer.inputs.shipped import shipped_entries, shipped_files, shipped_models

pytestmark = pytest.mark.usefixtures("real_catalog")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,024", 1024),
        ("128", 128),
        ("217.4", 217.4),
        ("1e3", 1000),
        ("32K", 32768),
        ("512-1536", 1024),
        ("1k-2k", 1536),
        ("100 ~ 200", 150),
        ("~500", 500),
        ("TP8", 8),
        (".5", 0.5),
        ("", None),
        ("n/a", None),
        ("-5", None),
        ("=1+1", None),
        ("1e400", None),
        ("nan", None),
        ("12 tokens", 12),
        ("5 ms", 5),
    ],
)
def test_numbers(text: str, value: float | None) -> None:
    assert number(text) == value


def test_degrees_and_concurrency() -> None:
    assert (degree("8"), degree("tp=4"), degree("8.0"), degree(""), degree("0")) == (8, 4, 8, None, None)
    assert (in_flight("64"), in_flight("inf"), in_flight(""), in_flight("0")) == (64, math.inf, math.inf, None)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("FP8 (E4M3)", "fp8"),
        ("bfloat16", "bf16"),
        ("half", "fp16"),
        ("int8 (w8a8)", "w8a8"),
        ("AWQ", "int4"),
        ("int8 (gptq)", "w8a8"),
        ("W4A16", "int4"),
        ("w4a8", "w4a8"),
        ("Q4_K_M", "q4_k_m"),
        ("MXFP4", "mxfp4"),
        ("fp4", "nvfp4"),
        ("ternary", None),
    ],
)
def test_weight_formats(text: str, name: str | None) -> None:
    assert weight_format(text) == name


def test_other_words() -> None:
    assert is_weight_only("int8 (gptq)")
    assert not is_weight_only("int8 (w8a8)")
    assert (cache_bytes("fp8_e5m2"), cache_bytes("bf16"), cache_bytes("auto"), cache_bytes("?")) == (1, 2, 2, None)
    assert metric_of("Output tokens/s") == "output_tok_s_total"
    assert metric_of("requests/s") == "requests_s"
    assert metric_of("joules") is None
    assert (scenario_of("Single-Stream"), scenario_of("")) == ("single_stream", "unknown")
    assert publisher("HTTPS://A.org/x") == "a.org"
    assert (publisher("o/r:path@sha"), publisher("")) == ("o/r", "not stated")


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("meta-llama/Llama-3.1-70B-Instruct", "Llama-3.1-70B"),
        ("Meta-Llama-3-8B", "Llama-3-8B"),
        ("deepseek-ai/DeepSeek-R1-0528", "DeepSeek-R1"),
        ("Qwen/Qwen3-235B-A22B-Instruct-2507-FP8", "Qwen3-235B-A22B"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "Mixtral-8x7B"),
        ("nvidia/Llama-3.3-70B-Instruct-FP4", "Llama-3.3-70B"),
        ("GPT-OSS 120B", "gpt-oss-120b"),
        ("Qwen2.5-Coder-32B-Instruct", "Qwen2.5-32B"),
        ("Gemma-4-12B", None),
        ("", None),
    ],
)
def test_models(name: str, model: str | None) -> None:
    known = Models(shipped_models(shipped_files())).find(name)
    assert (known.id if known else None) == model


@pytest.mark.parametrize(
    ("label", "card", "link", "domain"),
    [
        ("H100-SXM-80GB", "h100-sxm", "NVLink4", 8),
        ("nvidia h100 sxm 80gb", "h100-sxm", "NVLink4", 8),
        ("A100-PCIe-80GB", "a100-80-pcie", "NVLink3 bridge", 2),
        ("L20", "l20", "none", 1),
        ("mi300x", "mi300x", "InfinityFabric4", 8),
        ("MI250", "mi250", "InfinityFabric3", 4),
    ],
)
def test_systems(label: str, card: str, link: str, domain: int) -> None:
    system = systems().find(label)
    assert system is not None
    assert (system.card.id, system.scale_up_link, system.scale_up_domain_cards) == (card, link, domain)


def test_labels_of_no_single_card() -> None:
    assert systems().find("GH200-144GB") is None
    assert systems().find("Imaginary 9000") is None
    assert systems().find("") is None


def systems() -> Systems:
    files = shipped_files()
    return Systems(files, shipped_entries())


def test_columns_in_any_order_and_others_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Value,my own,Metric,Model,Accelerator\n7,x,m,Y, Z \n\n", encoding="utf-8")
    (row,) = read_published([tmp_path / "a.csv"])
    assert row.cells["value"] == "7"
    assert row.cells["accelerator"] == "Z"
    assert row.cells.keys() == set(COLUMNS)
    assert row.id == f"{tmp_path / 'a.csv'}:2"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("accelerator,model\nx,y\n", "columns missing: metric, value"),
        ("accelerator;model\n", "not separated by commas"),
        ("accelerator,model,metric,value\n", "no row"),
        ("accelerator,model,metric,value\n1,2\n", "2:1: 2 cells under 4"),
        ("accelerator,model,metric,value,value\n1,2,3,4,5\n", "given twice"),
        ("", "empty"),
        ('a,"b\n', "not CSV"),
        ("id,accelerator,model,task,metric,value\n", "no row"),
        ("id,accelerator,model,task,metric\n1,a,m,t,mfu\n", "column missing: value"),
    ],
)
def test_what_is_no_table_is_said(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "bad.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        read_published([tmp_path / "bad.csv"])


def test_problems_of_all_files_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_published([tmp_path / "a.csv", tmp_path / "absent.csv"])
    assert len(caught.value.problems) == 2
