"""The quick table against results that others worked out, and against what its own text says."""

import csv
import json
from decimal import Decimal
from pathlib import Path

import pytest

from optimizer.errors import InputError
from optimizer.inputs.files import Files
from optimizer.inputs.quick_checks import COLUMNS, QuickCheck, quick_checks
from optimizer.plan.quick.formulas import FORMULAS
from optimizer.plan.quick.sums import quick_sum, quick_sums
from tests.catalog.shipped import catalog
from tests.catalog_commands.run import procure

ORACLE = {
    row["id"]: row
    for row in csv.DictReader((Path(__file__).parent / "oracle.csv").read_text(encoding="utf-8").splitlines())
}
SUMS = {each.check.id: each for each in quick_sums()}


@pytest.mark.parametrize("check_id", ORACLE)
def test_every_sum_is_right_and_flagged(check_id: str) -> None:
    row, found = ORACLE[check_id], SUMS[check_id]
    assert found.computed == pytest.approx(float(row["value"]), rel=0.005)
    assert found.flag == row["flag"]


def test_nothing_is_left_out_and_every_formula_is_used() -> None:
    assert SUMS.keys() == ORACLE.keys()
    assert {each.check.formula for each in SUMS.values()} == FORMULAS.keys()


def test_what_differs_says_why_and_what_agrees_is_printed_by_its_source() -> None:
    for each in SUMS.values():
        assert each.check.source
        assert (each.flag == "derived") == (each.check.published == "")
        assert each.flag != "DISAGREE" or each.check.note, each.check.id


def check(**fields: object) -> QuickCheck:
    known: dict[str, object] = {
        "id": "x", "category": "power", "quantity": "q", "stated": "s", "formula": "product",
        "inputs": {"a": "100"}, "unit": "W", "published": "p", "compare": Decimal(100), "relation": "equal",
        "source": "s", "confidence": "high", "note": "",
    }  # fmt: skip
    return QuickCheck.model_validate(known | fields)


@pytest.mark.parametrize(
    ("relation", "published", "flag"),
    [
        ("equal", 110, "agree"), ("equal", 111, "DISAGREE"), ("equal", 89, "DISAGREE"), ("at_least", 500, "agree"),
        ("at_least", 89, "DISAGREE"), ("at_most", 1, "agree"), ("at_most", 111, "DISAGREE"),
    ],
)  # fmt: skip
def test_flags(relation: str, published: int, flag: str) -> None:
    assert quick_sum(check(relation=relation, compare=Decimal(published)), catalog()).flag == flag


def test_per_divides_and_units_scale() -> None:
    given = {"a": "6e9", "per_b": "2", "per_c": "3"}
    assert quick_sum(check(inputs=given, unit="GB"), catalog()).computed == pytest.approx(1)


def test_a_row_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    good = ",".join(["x", "power", "q", "s", "product", "a=1", "W", "", "", "", "s", "high", ""])
    bad = good.replace("x,power", "y,powr"), good.replace("x,", "z,").replace("W,,,", "W,p,lots,")
    (tmp_path / "quick_checks.csv").write_text("\n".join([",".join(COLUMNS), good, *bad]), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        quick_checks(Files(tmp_path))
    assert [(each.line, each.column) for each in raised.value.problems] == [(3, 1), (4, 1)]


def test_the_command_prints_and_writes_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = procure(capsys, "size", "--quick", "--json", "-")
    found = {each["id"]: each for each in json.loads(out)}
    assert (code, err) == (0, "")
    assert found.keys() == ORACLE.keys()
    assert (found["rate_01"]["published"], found["rate_01"]["flag"]) == ("495 TFLOPS", "DISAGREE")
    assert found["rate_01"]["computed"] == pytest.approx(989.4)
    assert found["rate_02"]["computed"] == pytest.approx(165.2)
    code, out, _ = procure(capsys, "size", "--quick")
    assert code == 0
    assert sum(line.startswith("- ") for line in out.splitlines()) == sum(s.flag == "DISAGREE" for s in SUMS.values())
    assert f"{len(ORACLE)} sums" in out
