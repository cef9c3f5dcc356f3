"""A config.json as the model plans like the shipped entry of the same model, in every command."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimizer.cli.exits import guarded
from optimizer.cli.main import invoke
from optimizer.resources import resource
from tests.catalog.configs import text_of

FILE = "=qwen3 [b]/config.json"
"""Neither a formula nor markup."""


def procure(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    code = guarded(lambda: invoke([str(each) for each in arguments]))
    captured = capsys.readouterr()
    assert code == 0, captured
    return dict(json.loads(captured.out))


@pytest.fixture
def request_file(tmp_path: Path) -> Path:
    """The shipped example with the model's own config.json in place of its id, and a scenario with the id."""
    text = resource("requirements_examples", "company_service.yaml").read_text(encoding="utf-8")
    assert "model: Qwen3-32B" in text
    text = text.replace("model: Qwen3-32B", f'model: "{FILE}"')
    scenario = "scenarios:\n  shipped: {workloads: [{name: assistant, model: Qwen3-32B}]}\n"
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(text_of("qwen3-32b"), encoding="utf-8")
    file = tmp_path / "request.yaml"
    file.write_text(f"{text}\n{scenario}", encoding="utf-8")
    return file


def test_plans_as_the_shipped_model(capsys: pytest.CaptureFixture[str], request_file: Path, tmp_path: Path) -> None:
    book = ("-o", tmp_path / "plan.xlsx", "--json", "-", "--lang", "en")
    by_file = procure(capsys, "plan", request_file, *book)
    shipped = procure(capsys, "plan", request_file, "--scenario", "shipped", *book)
    for key in ("status", "purchases", "totals", "limits"):
        assert by_file[key] == shipped[key], key
    assert by_file["objective"]["tco_npv"] == pytest.approx(shipped["objective"]["tco_npv"], rel=1e-4)
    assert [row["model"] for row in by_file["workloads"]] == [FILE]
    source = {"item": FILE, "value": "32,762,123,264 parameters", "source": f"{FILE} (Qwen3), parameters counted"}
    assert [row for row in by_file["sources"] if source.items() <= row.items()]
    assert FILE in {row["name"] for row in by_file["files"]}


def test_check_and_compare(capsys: pytest.CaptureFixture[str], request_file: Path, tmp_path: Path) -> None:
    checked = procure(capsys, "check", request_file, "--json", "-")
    assert "counted from the shape in" in str(checked["assumptions"])
    compared = procure(capsys, "compare", request_file, "-o", tmp_path / "compare.xlsx", "--json", "-")
    assert [each["status"] for each in compared["scenarios"]] == ["optimal"]


def test_training_names_its_model_among_the_sources(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = resource("requirements_examples", "training_cluster.yaml").read_text(encoding="utf-8")
    assert "model: Llama-2-7B" in text
    (tmp_path / "l2.json").write_text(text_of("llama-2-7b"), encoding="utf-8")
    (tmp_path / "request.yaml").write_text(text.replace("model: Llama-2-7B", "model: l2.json"), encoding="utf-8")
    plan = procure(capsys, "plan", tmp_path / "request.yaml", "-o", tmp_path / "plan.xlsx", "--json", "-")
    named = {row["item"] for row in plan["sources"] if row["what"] == "model architecture"}
    assert "l2.json" in named
