"""Every way a command ends: exit code, JSON, and nothing half written."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from optimizer.cli.exits import guarded
from optimizer.cli.main import invoke
from optimizer.resources import resource

EXAMPLES = resource("requirements_examples")
NAMES = {
    "status", "problems", "objective", "purchases", "placements", "totals", "cost_per_million_tokens", "cost_items",
    "limits", "rejections", "assumptions", "sources", "conflict", "relaxations", "scenarios",
}  # fmt: skip


def procure(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, dict[str, Any], str]:
    """(exit code, JSON of `--json -` if any, stderr) of a command run in this process."""
    code = guarded(lambda: invoke([str(a) for a in arguments]))
    captured = capsys.readouterr()
    return code, json.loads(captured.out) if captured.out.startswith("{") else {}, captured.err


FEASIBLE = ["calibrated_service", "company_service", "deepseek_moe", "developer_team", "measured_services"]


@pytest.mark.parametrize("example", FEASIBLE)
def test_feasible_examples(capsys: pytest.CaptureFixture[str], tmp_path: Path, example: str) -> None:
    workbook = tmp_path / "plan.xlsx"
    code, answer, _ = procure(capsys, "plan", EXAMPLES / f"{example}.yaml", "-o", workbook, "--json", "-")
    assert code == 0
    assert set(answer) >= NAMES
    assert answer["status"] == "optimal"
    assert answer["objective"]["gap"] <= 1e-3
    assert answer["purchases"]
    assert workbook.is_file()
    amounts = sum(row["present_value"] for row in answer["cost_items"])
    assert amounts == pytest.approx(answer["objective"]["tco_npv"], abs=0.01 * (1 + len(answer["cost_items"])))
    placed = {row["workload"] for row in answer["placements"]}
    named = {row["workload"] for row in answer["rejections"]}
    assert named <= placed


@pytest.mark.parametrize("command", ["check", "plan"])
def test_runs_far_from_the_model_are_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    for name in ("calibrated_service.yaml", "calibrated_service.csv"):
        text = (EXAMPLES / name).read_text(encoding="utf-8").replace(",1249.018,", ",124901.8,")
        (tmp_path / name).write_text(text, encoding="utf-8")
    output = ("-o", tmp_path / "x.xlsx") if command == "plan" else ()
    code, answer, err = procure(capsys, command, tmp_path / "calibrated_service.yaml", *output, "--json", "-")
    assert (code, answer["status"]) == (2, "bad_input")
    assert err.count("calibrated_service.csv:2:99: value: measured 124901.8, ") == 1
    assert "remove the row" in err
    assert not (tmp_path / "x.xlsx").exists()


def test_every_server_is_bought_usable_or_rejected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from optimizer.inputs.load import load_request
    from optimizer.instance.prepare import prepare

    prepared = prepare(load_request(EXAMPLES / "company_service.yaml"))
    rejected = {r.server for r in prepared.rejections}
    usable = {server for _, server in prepared.options}
    assert rejected | usable == set(prepared.request.catalog.servers)
    assert not rejected & usable


def test_infeasible(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    workbook = tmp_path / "plan.xlsx"
    code, answer, err = procure(capsys, "plan", EXAMPLES / "infeasible_power.yaml", "-o", workbook, "--json", "-")
    assert code == 3
    assert set(answer) >= NAMES
    assert answer["status"] == "infeasible"
    assert {m["path"] for m in answer["conflict"]} == {"workloads[0]", "site.it_power_kw"}
    power = next(m for m in answer["conflict"] if m["path"] == "site.it_power_kw")
    lines = (EXAMPLES / "infeasible_power.yaml").read_text(encoding="utf-8").splitlines()
    assert "it_power_kw: 10" in lines[power["line"] - 1]
    assert "site.it_power_kw" in err
    assert not workbook.exists()


def test_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: x\nbuyr: state\nworkloads: []\n", encoding="utf-8")
    code, answer, err = procure(capsys, "plan", file, "-o", tmp_path / "plan.xlsx", "--json", "-")
    assert code == 2
    assert answer["status"] == "bad_input"
    assert [(p["file"], p["line"], p["column"]) for p in answer["problems"]] == [("bad.yaml", 2, 1), ("bad.yaml", 3, 1)]
    assert err.count("bad.yaml:") == 2
    assert not (tmp_path / "plan.xlsx").exists()


def test_out_of_time(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No plan in the time allowed is no proof that there is none."""
    from optimizer.solve.settings import Settings, solver_for

    def starved(settings: Settings, limit: float = 0.0) -> Any:
        solver = solver_for(settings, 1e-9)
        solver.parameters.cp_model_presolve = False
        return solver

    monkeypatch.setattr("optimizer.solve.solve.solver_for", starved)
    code, answer, _ = procure(
        capsys, "plan", EXAMPLES / "company_service.yaml", "-o", tmp_path / "plan.xlsx", "--json", "-"
    )
    assert (code, answer["status"]) == (4, "unknown")
    assert answer["conflict"] == []
    assert not (tmp_path / "plan.xlsx").exists()


def test_our_bug(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short message and a file with the details, no traceback, no workbook."""
    monkeypatch.setattr("optimizer.plan.make_plan.prepare", lambda request: 1 / 0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    out = tmp_path / "answer.json"
    code, _, err = procure(
        capsys, "plan", EXAMPLES / "company_service.yaml", "-o", tmp_path / "plan.xlsx", "--json", out
    )
    assert code == 1
    assert "internal error" in err
    assert "Traceback" not in err
    (details,) = tmp_path.glob("procure-error-*.txt")
    assert "ZeroDivisionError" in details.read_text(encoding="utf-8")
    assert json.loads(out.read_text(encoding="utf-8"))["status"] == "error"
    assert not (tmp_path / "plan.xlsx").exists()


@pytest.mark.parametrize("flags", [["--gap", "x"], ["--no-such-flag"], ["--workers", "0"], ["--lang", "fr"], []])
def test_wrong_flags(capsys: pytest.CaptureFixture[str], flags: list[str]) -> None:
    file = [EXAMPLES / "company_service.yaml"] if flags else []
    code, _, err = procure(capsys, "plan", *file, *flags)
    assert code == 2
    assert err.startswith("procure: ")


def test_an_output_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder is wanted", encoding="utf-8")
    code, answer, err = procure(
        capsys, "plan", EXAMPLES / "measured_services.yaml", "-o", tmp_path / "taken" / "x.xlsx", "--json", "-"
    )
    assert code == 2
    assert answer["status"] == "bad_input"
    assert "cannot be written" in err


def test_outputs_never_replace_inputs_or_each_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert procure(capsys, "init", tmp_path / "m.yaml", "--example", "measured_services")[0] == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    rates = tmp_path / "measured_services.csv"
    refused: list[list[str | Path]] = [
        ["-o", tmp_path / "m.yaml"],
        ["-o", rates],
        ["--json", tmp_path / "m.yaml"],
        ["-o", tmp_path / "same", "--json", tmp_path / "same"],
    ]
    for flags in refused:
        code, _, err = procure(capsys, "plan", tmp_path / "m.yaml", *flags)
        assert code == 2
        assert "would replace" in err or "both" in err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_json_target_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Said before anything is solved or written, with the right name."""
    example = EXAMPLES / "measured_services.yaml"
    code, _, err = procure(capsys, "plan", example, "-o", tmp_path / "k.xlsx", "--json", tmp_path)
    assert code == 2
    assert f"{tmp_path}: cannot be written: it is a folder" in err
    assert not (tmp_path / "k.xlsx").exists()
    assert procure(capsys, "check", example, "--json", tmp_path)[0] == 2


def test_interrupt_leaves_nothing(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("procure")
    with subprocess.Popen(
        [program, "plan", EXAMPLES / "company_service.yaml", "-o", tmp_path / "plan.xlsx"],
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stderr is not None
        run.stderr.readline()
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=60) == 130
    assert list(tmp_path.iterdir()) == []


def test_same_file_same_bytes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        assert procure(capsys, "plan", EXAMPLES / "company_service.yaml", "-o", tmp_path / name)[0] == 0
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_init_and_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    assert procure(capsys, "init", file, "--example", "measured_services")[0] == 0
    assert (tmp_path / "measured_services.csv").is_file()
    assert procure(capsys, "check", file)[0] == 0
    assert (tmp_path / "request.schema.json").is_file()
    code, _, err = procure(capsys, "init", file, "--example", "measured_services")
    assert code == 2
    assert "exists" in err
    assert procure(capsys, "init", tmp_path / "other.yaml", "--example", "nothing")[0] == 2


@pytest.mark.parametrize("command", ["check", "plan"])
@pytest.mark.parametrize("arguments", [(), ("--json", "-")])
def test_a_reader_that_has_gone(tmp_path: Path, command: str, arguments: tuple[str, ...]) -> None:
    """As with `| head`: the pipe is closed before the first line."""
    output = ("-o", str(tmp_path / "plan.xlsx")) if command == "plan" else ()
    run = [Path(sys.executable).with_name("procure"), command, EXAMPLES / "company_service.yaml", *output, *arguments]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        messages = started.stderr.read()
        assert started.wait(timeout=60) == 0
    assert "Broken pipe" not in messages
    assert "Error" not in messages
