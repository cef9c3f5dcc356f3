"""Measurement files in the long form: rows as objects, and every problem by line and column."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.inputs.known_ids import KnownIds
from optimizer.inputs.long_form import COLUMNS, OPTIONAL, RunsKnown, parse_runs
from tests.inputs.request_files import INFERENCE, load, problems

TEXT = INFERENCE + "measurements: [runs.csv]\n"
HEADER = "accelerator,accelerators,model,weight_precision,engine,input_tokens,output_tokens,metric,value,date,source\n"
ROW = "h20-96,2,Qwen3-32B,bf16,vLLM 0.11,1800,450,output_tok_s_total,900,2026-05,own bench\n"


def test_the_fewest_columns(tmp_path: Path) -> None:
    (run,) = load(tmp_path, TEXT, runs__csv=HEADER + ROW).runs
    assert (run.card, run.cards, run.model, run.engine_class) == ("h20-96", 2, "Qwen3-32B", "vllm")
    assert (run.concurrency, run.scenario, run.tensor_parallel, run.expert_parallel) == (None, "offline", None, 1)
    assert (run.value, run.file, run.line, dict(run.columns)["value"]) == (900, "runs.csv", 2, 63)


def test_all_columns_of_the_published_files(tmp_path: Path, real_catalog: None) -> None:
    header = ",".join(sorted({*COLUMNS, *OPTIONAL}))
    cells = {
        "accelerator": "H20-96GB", "accelerators": "8", "model": "DeepSeek-R1", "weight_precision": "int8 (w8a8)",
        "kv_precision": "fp8", "tensor_parallel": "8", "engine": "SGLang", "input_tokens": "4096", "ttft_ms": "900",
        "output_tokens": "1500", "concurrency_or_batch": "64", "metric": "total_tok_s", "value": "5e3",
        "date": "undated", "source": "x", "id": "r-1", "notes": "no speculation",
    }  # fmt: skip
    row = ",".join(cells.get(name, "") for name in header.split(","))
    (run,) = load(tmp_path, TEXT, runs__csv=f"{header}\n{row}\n").runs
    assert (run.card, run.weight_precision, run.kv_precision, run.engine_class) == ("h20-96", "w8a8", "fp8", "sglang")
    assert (run.concurrency, run.scenario, run.value, run.tensor_parallel) == (64, "fixed_concurrency", 5000, 8)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("h20-96", "h20-9", 'runs.csv:2:1: accelerator: unknown card "h20-9"; did you mean h20-96?'),
        ("h20-96,2", "h20-96,1.5", "runs.csv:2:8: accelerators: must be a whole number, at least 1 (got 1.5)"),
        ("h20-96,2", "h20-96,1e999999999", "runs.csv:2:8: accelerators: must be a whole number, at least 1"),
        ("Qwen3-32B", "Qwen3-3B", 'runs.csv:2:10: model: unknown model "Qwen3-3B"; did you mean Qwen3-32B?'),
        (",bf16", ",bf15", "runs.csv:2:20: weight_precision: must be one of fp16, bf16, fp8, w8a8"),
        ("vLLM 0.11", "Chitu", 'runs.csv:2:25: engine: "Chitu" is no engine of cuda; write one of vllm, tensorrt-llm'),
        ("vLLM 0.11", "", "runs.csv:2:25: engine: is empty; write one of vllm"),
        ("1800", "long", 'runs.csv:2:35: input_tokens: must be a number (got "long")'),
        ("450", "0", "runs.csv:2:40: output_tokens: must be greater than 0 for output_tok_s_total (got 0)"),
        ("450", "", "runs.csv:2:40: output_tokens: must be a number (got nothing)"),
        ("output_tok_s_total", "tokens", "runs.csv:2:44: metric: must be one of output_tok_s_total, total_tok_s"),
        ("900", "0", "runs.csv:2:63: value: must be greater than 0 and below 1e12 (got 0)"),
        ("900", "nan", 'runs.csv:2:63: value: must be a number (got "nan")'),
        ("900", "=1+1", 'runs.csv:2:63: value: must be a number (got "=1+1")'),
        ("2026-05", "soon", 'runs.csv:2:67: date: must be a date (got "soon")'),
        ("own bench", "", "runs.csv:2:75: source: is empty; say where the number was measured"),
        ("\n", "\n" + ROW, "runs.csv:3:1: the same run as line 2; keep one of the two"),
    ],
)  # fmt: skip
def test_problems_of_a_row(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in ROW
    found = problems(tmp_path, TEXT, runs__csv=HEADER + ROW.replace(old, new, 1))
    assert len(found) == 1, found
    assert found[0].startswith(message)


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        ("tensor_parallel", "4", "runs.csv:2:8: accelerators: one replica takes 4 devices, the run had 2"),
        ("kv_precision", "q4", "runs.csv:2:85: kv_precision: must be one of bf16, fp16, fp8, int8"),
        ("concurrency_or_batch", "0", "runs.csv:2:85: concurrency_or_batch: must be greater than 0"),
        ("scenario", "burst", "runs.csv:2:85: scenario: must be one of fixed_concurrency, offline"),
        ("notes", "EAGLE3 speculation", "runs.csv:2:85: notes: speculation: the model predicts plain runs"),
        ("tpot_ms", "fast", 'runs.csv:2:85: tpot_ms: must be a number (got "fast")'),
    ],
)
def test_problems_of_an_optional_cell(tmp_path: Path, column: str, cell: str, message: str) -> None:
    text = f"{HEADER.strip()},{column}\n{ROW.strip()},{cell}\n"
    (found,) = problems(tmp_path, TEXT, runs__csv=text)
    assert found.startswith(message)


def test_all_problems_at_once(tmp_path: Path) -> None:
    rows = ROW.replace("h20-96", "h20-9").replace("900", "x") + ROW.replace("bf16", "fp7")
    assert [line.split(" ")[0] for line in problems(tmp_path, TEXT, runs__csv=HEADER + rows)] == [
        "runs.csv:2:1:", "runs.csv:2:62:", "runs.csv:3:20:",
    ]  # fmt: skip


def test_the_same_run_in_two_files(tmp_path: Path) -> None:
    text = TEXT.replace("[runs.csv]", "[runs.csv, more.csv]")
    assert problems(tmp_path, text, runs__csv=HEADER + ROW, more__csv=HEADER + ROW) == [
        "more.csv:2:1: the same run as runs.csv:2; keep one of the two"
    ]


def test_a_label_that_is_no_single_card(tmp_path: Path, real_catalog: None) -> None:
    row = ROW.replace("h20-96", "Ascend 910B (64GB)")
    (found,) = problems(tmp_path, TEXT, runs__csv=HEADER + row)
    assert found.startswith('runs.csv:2:1: accelerator: "Ascend 910B (64GB)" is not one card of the catalog; write the')


def test_training_runs_come_later(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, TEXT, runs__csv="accelerator,task,sequence_length,metric,value\nx,lora,1,mfu,0.4\n")
    assert found.startswith("runs.csv:1:1: measured training runs (columns task, sequence_length, …) come later")


@pytest.mark.parametrize(
    ("card", "engine", "date", "expected"),
    [
        ("h20-96", "vLLM 0.6.3", "2026-05", "vllm_2024"),
        ("h20-96", "vllm", "2024-05", "vllm_2024"),
        ("h20-96", "TensorRT 10.8", "2026-05", "tensorrt_llm"),
        ("h20-96", "lmdeploy", "2026-05", "vllm"),
        ("rtx-4090", "llama.cpp b5000", "2026-05", "llama_cpp"),
        ("ascend_910b3", "vLLM-Ascend", "2026-05", "ascend_graph"),
        ("ascend_910b3", "vLLM-Ascend", "2025-05", "young"),
        ("hygon_k100_ai", "vLLM (DTK)", "2026-05", "young"),
    ],
)
def test_engine_classes(tmp_path: Path, real_catalog: None, card: str, engine: str, date: str, expected: str) -> None:
    row = ROW.replace("h20-96", card).replace("vLLM 0.11", engine).replace("2026-05", date)
    (run,) = load(tmp_path, TEXT, runs__csv=HEADER + row).runs
    assert run.engine_class == expected


def test_any_text_gives_rows_or_problems(tmp_path: Path) -> None:
    read = load(tmp_path, INFERENCE).catalog
    ids = KnownIds(frozenset(read.cards), frozenset(read.servers), frozenset(read.models), frozenset(read.ecosystems))

    @given(st.text(alphabet=st.sampled_from('h20-96,Qwen3b1vLM."\n\r=+@;é'), max_size=80))
    @settings(max_examples=100, deadline=None)
    def check(text: str) -> None:
        rows, wrong = parse_runs(HEADER + text, "f.csv", RunsKnown(read, ids, {}))
        assert rows or wrong

    check()
