import csv
import time
from collections import Counter

import pytest

from optimizer.inputs.engine_label import engine_class, is_comparable, other_question
from optimizer.inputs.measured_rows import measured_row_counts
from optimizer.inputs.own_catalog import build_catalog
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.resources import resource


def test_counts_by_card_and_family() -> None:
    files = shipped_files()
    counts = measured_row_counts(files, build_catalog(shipped_entries(), []).catalog.cards)
    # inference: two SGLang rows; 0.6.3 is old although of 2025; 2025 without version is new; fp4->fp8 is left out.
    # domestic: one row in graph mode; eager, before September 2025 and ATB are young; the MTP row is left out.
    # training: one rate; the memory row and the card that no id names are left out.
    expected = {
        "h20-96/sglang": 2, "h20-96/vllm_2024": 1, "h20-96/vllm": 1,
        "ascend_910b3/ascend_graph": 1, "ascend_910b3/young": 3,
        "h20-96/training": 1,
    }  # fmt: skip
    assert counts.by_card == expected
    assert counts.by_family == {
        "hopper/sglang": 2, "hopper/vllm_2024": 1, "hopper/vllm": 1, "domestic/ascend_graph": 1, "domestic/young": 3,
        "hopper/training": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("engine", "version", "date", "expected"),
    [
        ("vLLM", "0.6.3", "2024", "vllm_2024"),
        ("vLLM", "0.7.0", "2025", "vllm"),
        ("vLLM", "0.11.2", "", "vllm"),
        ("vLLM", "2024", "2024", "vllm_2024"),
        ("vLLM", "latest (late 2025)", "2025-11", "vllm"),
        ("vLLM v0.6.5", "", "2025", "vllm_2024"),
        ("vLLM 0.9.0.2.dev108+g71faa1880.d20250730.rocm641", "", "2025", "vllm"),
        ("vLLM (MACA)", "maca2.27.0.9", "2025", "young"),
        ("vLLM-Ascend", "0.9.1", "2025-11", "young"),
        ("vLLM-Ascend", "0.11.0", "2025-11", "young"),
        ("vLLM-Ascend", "0.18.0", "2026-08", "ascend_graph"),
        ("vLLM-Ascend", "main 2026-08", "2026-08", "ascend_graph"),
        ("MindIE", "2.1RC1", "2025-11", "ascend_graph"),
        ("Chitu", "0.3.0", "2025", "chitu"),
        ("", "", "2026", "tensorrt_llm"),
        ("TensorRT 10.11", "", "2025", "tensorrt_llm"),
        ("SGLang v0.4.9", "", "2025", "sglang"),
        ("DeepSpeed/Optimum", "2024", "2024", "gaudi"),
        ("llama.cpp", "2024-05", "2024", "llama_cpp"),
    ],
)
def test_labels(engine: str, version: str, date: str, expected: str) -> None:
    row = {"engine": engine, "engine_version": version, "date": date, "notes": ""}
    assert engine_class(row) == expected


@pytest.mark.parametrize(
    ("engine", "ecosystem", "expected"),
    [
        ("SGLang (DTK)", "dtk", "young"),
        ("SGLang-Ascend", "cann", "ascend_graph"),
        ("SGLang", "cuda", "sglang"),
        ("SGLang", "rocm", "sglang"),
        ("SGLang", "cann", "ascend_graph"),
        ("vLLM 0.10.0", "maca", "young"),
        ("vLLM", "gaudi", "gaudi"),
        ("", "cann", "ascend_graph"),
    ],
)
def test_a_mature_name_on_another_stack_is_a_port(engine: str, ecosystem: str, expected: str) -> None:
    row = {"engine": engine, "engine_version": "0.21", "date": "2026-01", "notes": ""}
    assert engine_class(row, ecosystem) == expected


@pytest.mark.parametrize(
    ("notes", "question"),
    [
        ("TP4, no speculation; fixed lengths", None),
        ("MTP speculation, 1 draft token(s)", "speculation"),
        ("EAGLE3 speculation", "speculation"),
        ("PD-DISAGGREGATED (1+1 nodes); no speculation", "prefill/decode disaggregation"),
        ("PREFIX CACHE 75 % shared", "prefix cache"),
        ("DECODE ONLY (prompt excluded)", "decode only"),
        ("decode only, value = concurrency x 1/TPOT", None),
        ("load-limited: 200 arrivals", "load-limited"),
    ],
)
def test_rows_of_other_questions(notes: str, question: str | None) -> None:
    assert other_question({"accelerator": "L40S", "weight_precision": "fp8", "notes": notes}) == question


@pytest.mark.usefixtures("real_catalog")
def test_the_classes_hold_as_many_rows_as_the_fit_reports() -> None:
    with open(resource("catalogs", "measurements", "inference.csv"), encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if is_comparable(row)]
    assert Counter(engine_class(row) for row in rows) == {
        "tensorrt_llm": 741, "vllm": 360, "vllm_2024": 377, "sglang": 223, "llama_cpp": 224, "gaudi": 135, "chitu": 37,
        "young": 9, "ascend_graph": 6,
    }  # fmt: skip


@pytest.mark.usefixtures("real_catalog")
def test_the_shipped_measurements_are_counted_fast() -> None:
    files = shipped_files()
    cards = build_catalog(shipped_entries(), []).catalog.cards
    start = time.process_time()
    counts = measured_row_counts(files, cards)
    assert time.process_time() - start < 0.3
    assert counts.by_card["h100-sxm/tensorrt_llm"] == 201
    assert "kunlun_p800/young" not in counts.by_card
