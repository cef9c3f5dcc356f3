"""A plan that does not agree with its own formulas is never written."""

from pathlib import Path

import pytest

from optimizer.errors import ModelError
from optimizer.report.workbook import write_workbook
from tests.report.sample_parts import sample_plan


def test_a_plan_whose_network_is_not_in_its_capex_is_not_written(tmp_path: Path) -> None:
    plan = sample_plan()
    totals = plan.totals.model_copy(update={"capex": plan.totals.capex - 1_096_000})
    with pytest.raises(ModelError, match="capital expenditure"):
        write_workbook(plan.model_copy(update={"totals": totals}), tmp_path / "x.xlsx")


def test_a_plan_whose_lines_disagree_with_the_formulas_is_not_written(tmp_path: Path) -> None:
    plan = sample_plan()
    wrong = plan.cost_lines[0].model_copy(update={"amount": plan.cost_lines[0].amount + 1})
    with pytest.raises(ModelError, match="servers of big-8"):
        write_workbook(plan.model_copy(update={"cost_lines": (wrong, *plan.cost_lines[1:])}), tmp_path / "x.xlsx")
    lost = plan.cost_lines[0].model_copy(update={"subject": "nobody"})
    with pytest.raises(ModelError, match="without a row"):
        write_workbook(plan.model_copy(update={"cost_lines": (*plan.cost_lines, lost)}), tmp_path / "x.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_a_plan_without_a_needed_parameter_is_not_written(tmp_path: Path) -> None:
    plan = sample_plan()
    fewer = tuple(p for p in plan.parameters if p.id != "warranty_years")
    with pytest.raises(ModelError, match="warranty_years"):
        write_workbook(plan.model_copy(update={"parameters": fewer}), tmp_path / "x.xlsx")
