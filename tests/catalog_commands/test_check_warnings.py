"""Warnings of `procure catalog check`: each rule has a case, grouped, with the ids of all."""

import json
from pathlib import Path

import pytest

from optimizer.inputs.catalog_warning import CatalogWarning
from optimizer.report.catalog.warnings import MEANING, warning_lines
from tests.catalog_commands.run import procure
from tests.catalog_commands.test_check import GOOD, check


def warned(capsys: pytest.CaptureFixture[str], folder: Path, text: str) -> dict[str, list[str]]:
    """Rule → texts."""
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    code, out, err = procure(capsys, "catalog", "check", str(folder), "--json", "-")
    assert code == 0, err
    return {group["rule"]: [item["text"] for item in group["items"]] for group in json.loads(out)["warnings"]}


@pytest.mark.parametrize(
    ("old", "new", "rule", "said"),
    [
        # 1.5 × 2,400 W = 3,600 W
        ("psu_rating_w: 3600", "psu_rating_w: 3599", "psu", "mine-8: PSU: 3.599 kW installed, ask for ≥ 3.6 kW"),
        (", psu_rating_w: 3600", "", "psu", "mine-8: PSU: ask for ≥ 3.6 kW (1.5 × 2.4 kW sustained)"),
        # 8 × 64 GB
        ("host_memory_bytes: 512e9", "host_memory_bytes: 511e9", "host_memory", "memory: 511 GB, ask for ≥ 512 GB"),
        ("    host_memory_bytes: 512e9\n", "", "host_memory", "mine-8: Host memory not known: ask for ≥ 512 GB"),
        ("    cards: 8", '    cards: 8\n    cpu: 2 x Kunpeng 920', "pcie_lanes", "80, fewer than 128 (16 × 8 cards)"),
        ("weight_kg: 50, ", "", "weight", "mine-8: Weight not known"),
        ("form: rack", "form: tower", "noise", "mine-8: Noise: 8 cards in a tower, more than 2"),
        ("max_power_w: 2880", "max_power_w: 40001", "cooling", "40.001 kW in one rack, more than the 40 kW"),
        ("tdp_w: 400,", "tdp_w: 400, fp8_flops: 300e12, fp4_flops: 600e12,", None, ""),  # cuda serves both
        ("ecosystem: cuda", "ecosystem: rocm", None, ""),
    ],
)  # fmt: skip
def test_each_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, rule: str | None, said: str
) -> None:
    assert GOOD.count(old) == 1
    found = warned(capsys, tmp_path, GOOD.replace(old, new))
    assert list(found) == ([rule] if rule else [])
    assert not rule or said in found[rule][0]


def test_one_pool_of_memory_is_not_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert warned(capsys, tmp_path, GOOD.replace("host_memory_bytes: 512e9", "host_memory_bytes: 0")) == {}


def test_formats_of_chip_and_stack(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = GOOD.replace("ecosystem: cuda", "ecosystem: rocm").replace("tdp_w: 400,", "tdp_w: 400, fp4_flops: 600e12,")
    stack = "ecosystems:\n  - {id: dtk, weight_precisions: [bf16, fp8]}\n"
    found = warned(capsys, tmp_path, own + stack)
    assert found["rate_not_served"] == ["mine: has `fp4_flops`, but no engine of rocm serves nvfp4 or mxfp4"]
    assert "dtk: serves fp8, but no card of it states `fp8_flops`" in found["precision_without_card"]
    assert not any("nvfp4" in text and "mi3" in text for text in found["rate_not_served"])  # only what was written


def test_an_own_value_needs_an_own_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    changed = "servers:\n  - {id: dgx-h100, site: {max_power_w: 11000}}\n"
    found = warned(capsys, tmp_path, changed)
    assert found["own_value"] == ["dgx-h100: site.max_power_w: your own, but the source is that of the shipped entry"]
    sourced = changed.replace("}}", "}, spec: {source: our meter, confidence: high}}")
    assert "own_value" not in warned(capsys, tmp_path, sourced)


def test_the_console_names_every_entry_of_a_short_group(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = check(capsys, tmp_path, GOOD.replace("weight_kg: 50, ", ""))
    assert code == 0
    assert f"warning: weight (1): {MEANING['weight']}\n  mine-8: Weight not known" in said


def test_long_groups_are_cut_and_counted() -> None:
    many = [CatalogWarning(rule="psu", id=f"s{n}", text=f"s{n}: PSU", source="x") for n in range(20)]
    head, *lines = warning_lines(many)
    assert head.startswith("warning: psu (20): ")
    assert lines[:3] == ["  s0: PSU", "  s1: PSU", "  s2: PSU"]
    assert lines[3] == f"  also: {', '.join(f's{n}' for n in range(3, 15))}, and 5 more (all: --json FILE)"
