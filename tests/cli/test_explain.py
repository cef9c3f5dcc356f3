"""`procure explain`: exit codes, what it prints, JSON, and the file with one change."""

import json
from pathlib import Path

import pytest

from optimizer.inputs.load import load_request
from optimizer.resources import resource
from tests.catalog_commands.run import procure

POWER = str(resource("requirements_examples") / "infeasible_power.yaml")
SERVICE = str(resource("requirements_examples") / "company_service.yaml")


def test_infeasible_says_what_must_give(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = procure(capsys, "explain", POWER, "--json", str(tmp_path / "x.json"))
    answer = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert (code, out, answer["status"]) == (3, "", "infeasible")
    assert "site.it_power_kw" in err
    assert "10 → 13 kW" in err
    found = {r["path"]: (r["from"], r["to"], r["unit"], r["least"], r["kind"]) for r in answer["relaxations"]}
    assert found["site.it_power_kw"] == (10, 13, "kW", True, "single")
    assert found["workloads[0].spare_servers"] == (1, 0, "servers", True, "single")
    assert all(r["tco_npv"] > 0 and r["line"] > 0 for r in answer["relaxations"])


def test_a_relaxed_file_is_the_users_with_one_value_changed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    relaxed = tmp_path / "relaxed.yaml"
    code, _, err = procure(capsys, "explain", POWER, "--write-relaxed", str(relaxed), "--relax", "site.it_power_kw")
    assert (code, "relaxed.yaml written" in err) == (3, True)
    before, after = Path(POWER).read_text(encoding="utf-8"), relaxed.read_text(encoding="utf-8")
    assert after == before.replace("it_power_kw: 10", "it_power_kw: 13")
    assert load_request(relaxed).requirements.site.it_power_kw == 13


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--relax", "site.it_power_kw"), "belong together"),
        (("--write-relaxed", "X"), "belong together"),
        (
            ("--write-relaxed", "X", "--relax", "site.pue"),
            "site.pue is no change that makes the file feasible",
        ),
        (("--write-relaxed", POWER, "--relax", "site.it_power_kw"), "would replace the requirements file"),
        (("--server", "hgx-h20"), '--server: unknown server "hgx-h20"; did you mean'),
        (("--card", "h20", "--server", "nothing-like-it"), '--card: unknown card "h20"; did you mean l20'),
    ],
)
def test_bad_flags(flags: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    named = tuple(str(tmp_path / flag) if flag == "X" else flag for flag in flags)
    code, _, err = procure(capsys, "explain", POWER, *named)
    assert (code, message in err) == (2, True), err
    assert list(tmp_path.iterdir()) == []


def test_why_not_one_card(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = procure(
        capsys, "explain", SERVICE, "--card", "l20", "--server", "hgx-h100-oem", "--lang", "en",
        "--json", str(tmp_path / "x.json"), "-o", str(tmp_path / "x.xlsx"),
    )  # fmt: skip
    answer = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert code == 0
    found = {each["offer"]: each for each in answer["why_not"]}
    assert set(found) == {"pcie-8x-l20", "hgx-h100-oem"}
    near = found["pcie-8x-l20"]
    assert (near["status"], near["entry_verified"], near["regret"] == near["regret_bound"]) == ("dearer", True, True)
    assert near["entry_price"] < near["price"]
    far = found["hgx-h100-oem"]
    assert (far["status"], far["reasons"][0]["limit"]) == ("rejected", "availability")
    assert "4x L20 2U server: in the plan, 3 servers." in out
    assert "it would be chosen" in " ".join(out.split())
    assert (tmp_path / "x.xlsx").exists()


def test_a_feasible_file_has_nothing_to_relax(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = procure(
        capsys, "explain", SERVICE, "--server", "pcie-8x-l20", "--write-relaxed", str(tmp_path / "x.yaml"),
        "--relax", "site.it_power_kw",
    )  # fmt: skip
    assert (code, "nothing to relax" in err) == (2, True)


def test_json_on_stdout_is_alone_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = procure(capsys, "explain", SERVICE, "--server", "pcie-8x-l20", "--json", "-")
    assert code == 0
    assert json.loads(out)["why_not"][0]["server"] == "pcie-8x-l20"
