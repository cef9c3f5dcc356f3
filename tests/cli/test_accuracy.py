"""`procure accuracy` on files of other people: nothing is dropped, nothing crashes."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from optimizer.cli.main import invoke
from optimizer.inputs.published.rows import COLUMNS, TRAINING_COLUMNS
from optimizer.resources import resource

GOOD = {
    "id": "a",
    "accelerator": "NVIDIA H100 SXM 80GB",
    "accelerators": "8",
    "model": "meta-llama/Llama-3.1-70B-Instruct",
    "weight_precision": "FP8",
    "tensor_parallel": "",
    "engine": "vLLM",
    "engine_version": "0.11.0",
    "input_tokens": "1k",
    "output_tokens": "200-300",
    "concurrency_or_batch": "64",
    "metric": "output tok/s",
    "value": "2,500",
    "scenario": "fixed_concurrency",
    "source": "https://example.org/page",
}
ODD = [
    {"id": "label", "accelerator": "Imaginary 9000"},
    {"id": "model", "model": "NoSuch-7B"},
    {"id": "metric", "metric": "W"},
    {"id": "value", "value": "fast"},
    {"id": "zero", "value": "0"},
    {"id": "lengths", "input_tokens": ""},
    {"id": "format", "weight_precision": "ternary"},
    {"id": "mtp", "notes": "MTP speculation, 1 draft token"},
    {"id": "decode", "notes": "DECODE ONLY"},
    {"id": "load", "concurrency_or_batch": "some"},
]


def write(path: Path, *changes: dict[str, str]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows({**GOOD, **change} for change in changes)
    return path


def answer(*arguments: object, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert invoke(["accuracy", *map(str, arguments), "--json", "-"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_rows_without_a_prediction_are_counted_with_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(write(tmp_path / "odd.csv", {}, *ODD), capsys=capsys)
    assert found.keys() == {"overall", "by", "unpredicted"}
    assert (found["overall"]["rows"], found["overall"]["predicted"]) == (11, 1)
    assert found["overall"].keys() == {
        "rows",
        "predicted",
        "mdape",
        "p90",
        "bias",
        "within_20",
        "within_30",
        "within_2x",
    }
    assert found["by"].keys() == {"family", "model_class", "precision", "scenario", "engine", "source"}
    assert [each["id"] for each in found["unpredicted"]] == [change["id"] for change in ODD]
    assert all(each["reason"] for each in found["unpredicted"])
    assert found["by"]["family"]["unknown"]["predicted"] == 0
    assert found["by"]["source"]["example.org"]["rows"] == 11


def test_rates_are_converted_through_requests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """1,000 in, 250 out: 100 output tokens/s are 0.4 requests/s and 500 tokens/s in all."""
    lengths = {"input_tokens": "1000", "output_tokens": "250"}
    metrics = [("output_tok_s_total", "100"), ("requests_s", "0.4"), ("total_tok_s", "500")]
    errors = []
    for metric, value in metrics:
        path = write(tmp_path / "one.csv", {**lengths, "metric": metric, "value": value})
        errors.append(answer(path, capsys=capsys)["overall"]["bias"])
    assert errors == pytest.approx([errors[0]] * 3)


def test_a_stated_layout_and_the_assumed_one_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """70B in 8 bit takes more than 65 % of one 80 GB card, and less of two."""
    bias = [
        answer(write(tmp_path / "x.csv", {"tensor_parallel": degree}), capsys=capsys)["overall"]["bias"]
        for degree in ("", "2", "TP2", "8")
    ]
    assert bias[0] == bias[1] == bias[2] != bias[3]


def test_several_files_are_scored_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = write(tmp_path / "one.csv", {})
    two = write(tmp_path / "two.csv", {"id": "b", "source": "o/r:f"}, {"id": "c", "source": "o/r:g"})
    found = answer(one, two, capsys=capsys)
    assert found["overall"]["rows"] == 3
    assert {name: each["rows"] for name, each in found["by"]["source"].items()} == {"example.org": 1, "o/r": 2}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_fits_80_columns(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["accuracy", str(resource("catalogs", "measurements", "inference.csv")), "--lang", language]) == 0
    out = capsys.readouterr().out
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "hopper" in out
    assert "…%" not in out


def test_bands_are_recomputed_beside_the_shipped_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = ("Llama-3.1-8B", "Llama-3.1-70B", "Qwen3-32B", "Mistral-7B", "Qwen2.5-72B")
    rows = [{"id": f"{m}{n}", "model": m, "concurrency_or_batch": str(n)} for m in models for n in (1, 4, 16, 64, 200)]
    path = write(tmp_path / "many.csv", *rows)
    found = answer(path, "--bands", capsys=capsys)
    (band,) = found["bands"]
    assert (band["band"], band["rows"]) == ("hopper", 25)
    assert band["out_of_fold"]["p10"] <= band["out_of_fold"]["p50"] <= band["out_of_fold"]["p90"]
    assert band["shipped"]["p10"] > 0
    assert found["out_of_fold"]["predicted"] == 25
    assert invoke(["accuracy", str(path), "--bands"]) == 0
    assert "out of fold" in capsys.readouterr().out


def test_what_is_no_table_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.csv").write_text("accelerator,model\nx,y\n", encoding="utf-8")
    assert invoke(["accuracy", str(tmp_path / "bad.csv"), str(tmp_path / "absent.csv")]) == 2
    err = capsys.readouterr().err
    assert "bad.csv:1:1: columns missing: metric, value" in err
    assert "absent.csv" in err


def test_the_json_does_not_replace_the_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "rows.csv", {})
    assert invoke(["accuracy", str(path), "--json", str(path)]) == 2
    assert "would replace" in capsys.readouterr().err


RUN = {
    "id": "run", "accelerator": "NVIDIA A100 SXM4 80GB", "accelerators": "2048", "model": "LLaMA-65B",
    "task": "pretrain", "total_params_b": "65.2", "precision": "bf16", "sequence_length": "2048",
    "metric": "tokens_s_per_card", "value": "380", "source": "https://example.org/paper/page",
}  # fmt: skip
ODD_RUNS = [
    {"id": "label", "accelerator": "Imaginary 9000"}, {"id": "model", "model": "NoSuch", "total_params_b": ""},
    {"id": "metric", "metric": "W"}, {"id": "value", "value": "fast"}, {"id": "task", "task": "nap"},
    {"id": "days", "metric": "days"}, {"id": "precision", "precision": "ternary"},
]  # fmt: skip


def write_runs(path: Path, *changes: dict[str, str]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, TRAINING_COLUMNS)
        writer.writeheader()
        writer.writerows({**RUN, **change} for change in changes)
    return path


def test_training_rows_are_recognised_by_their_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peak = {"id": "peak", "metric": "peak_memory_gb", "value": "60"}
    path = write_runs(tmp_path / "runs.csv", {}, peak, *ODD_RUNS)
    found = answer(path, capsys=capsys)
    assert found.keys() == {"overall", "by", "unpredicted"}
    assert (found["overall"]["rows"], found["overall"]["predicted"]) == (8, 1)
    assert found["by"]["metric"]["peak_memory_gb"]["predicted"] == 1
    assert found["by"]["layout"].keys() == {"as stated", "by rule", "as planned", "unknown"}
    assert found["by"]["source"]["example.org/paper/page"]["rows"] == 8
    assert [each["id"] for each in found["unpredicted"]] == [change["id"] for change in ODD_RUNS]
    assert invoke(["accuracy", str(path), "--lang", "zh"]) == 0
    assert "训练模型" in capsys.readouterr().out


def test_files_of_both_kinds_are_answered_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(write(tmp_path / "a.csv", {}), write_runs(tmp_path / "b.csv", {}), capsys=capsys)
    assert found["overall"]["rows"] == found["training"]["overall"]["rows"] == 1
    assert "scenario" in found["by"]
    assert "task" in found["training"]["by"]


def test_the_shipped_training_rows(capsys: pytest.CaptureFixture[str]) -> None:
    with_path = resource("catalogs", "measurements", "training.csv")
    found = answer(with_path, capsys=capsys)
    assert (found["overall"]["rows"], found["overall"]["predicted"]) == (608, 587)
    assert found["overall"]["mdape"] < 0.14
