"""The tornado's table: every end of every input gives the TCO of the cost function, widest first."""

from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import number, row_of, values
from tests.report.sample_parts import RULES, sample_plan
from tests.report.sample_plan import NETWORK, priced

D = Decimal
NOW, LOW, HIGH, TCO_LOW, TCO_HIGH, SPAN = 5, 7, 8, 9, 10, 13
FIRST = 8


def rows(sheet: Worksheet) -> list[int]:
    found = [row for row in range(FIRST, sheet.max_row + 1) if sheet.cell(row, TCO_LOW).value is not None]
    assert len(found) > 25
    return found


def sheet_of(plan: Plan, tmp_path: Path) -> Worksheet:
    write_workbook(plan, tmp_path / "x.xlsx")
    return values(tmp_path / "x.xlsx")[label("sheet.sensitivity", plan.language)]


def with_pools(plan: Plan, server: str, **changes: object) -> Plan:
    def one(pool: Pool) -> Pool:
        return pool.model_copy(update=changes) if server in ("all", pool.server) and not pool.rented else pool

    return priced(plan.model_copy(update={"pools": tuple(map(one, plan.pools))}))


def with_parameter(plan: Plan, name: str, value: float) -> Plan:
    told = tuple(p.model_copy(update={"value": D(str(value))}) if p.id == name else p for p in plan.parameters)
    return priced(plan.model_copy(update={"parameters": told}))


def at(plan: Plan, name: str, x: float) -> Plan:
    """The plan with one input at `x`, priced again by the cost function."""
    value, rules = D(str(x)), plan.cost_rules
    big = plan.pools[0]
    if name.startswith(label("inputs.unit_price", "en")):
        price = big.unit_price.model_copy(update={"amount": value})
        return with_pools(plan, "big-8", unit_price=price)
    if name.startswith(label("inputs.resale", "en")):
        return with_pools(plan, "big-8", resale_factor=value)
    if name.startswith(label("inputs.facility_work", "en")):
        return with_pools(plan, "all", facility_work_per_kw=value)
    if name == label("inputs.optic_price", "en"):
        return priced(plan.model_copy(update={"network": NETWORK.model_copy(update={"optic_price": value})}))
    if name == label("inputs.vat_goods", "en"):
        return priced(plan.model_copy(update={"cost_rules": rules.model_copy(update={"vat_goods": value})}))
    for parameter in (
        "installation_rate", "spares_stock_rate", "maintenance_rate", "warranty_years", "servers_per_fte",
        "staff_fte_year", "licence_per_card_year",
    ):  # fmt: skip
        if name == label(f"inputs.{parameter}", "en"):
            return with_parameter(plan, parameter, x)
    raise AssertionError(name)


CHECKED = (
    "Unit price · Big 8-card server", "Resale at the end, share of price · Big 8-card server",
    "Facility work", "Transceiver price", "Installation, share of price",
    "Spares stock, share of price", "Maintenance, share of price", "Warranty", "Servers per operator",
    "Operations staff", "Software licence", "VAT rate: goods, electricity",
)  # fmt: skip


@pytest.mark.parametrize("recoverable", [True, False])
def test_each_end_is_the_tco_of_the_cost_function(recoverable: bool, tmp_path: Path) -> None:
    plan = sample_plan(language="en", cost_rules=RULES.model_copy(update={"vat_recoverable": recoverable}))
    sheet = sheet_of(plan, tmp_path)
    for name in CHECKED:
        row, moved = row_of(sheet, name, column=1), 0
        for end, tco in ((LOW, TCO_LOW), (HIGH, TCO_HIGH)):
            expected = float(at(plan, name, number(sheet, row, end)).objective.tco_npv)
            assert number(sheet, row, tco) == pytest.approx(expected, abs=0.01, rel=1e-9), (name, end)
            moved += abs(expected - float(plan.objective.tco_npv)) > 100
        assert moved or (recoverable and name.startswith("VAT")), name


def test_rows_are_sorted_by_span_and_inputs_without_a_range_move_nothing(tmp_path: Path) -> None:
    plan = sample_plan(language="en")
    sheet = sheet_of(plan, tmp_path)
    spans = [number(sheet, row, SPAN) for row in rows(sheet)]
    assert spans == sorted(spans, reverse=True)
    assert spans[0] > 0
    rate = row_of(sheet, label("inputs.discount_rate", "en"), column=1)
    tco = float(plan.objective.tco_npv)
    assert [number(sheet, rate, column) for column in (TCO_LOW, TCO_HIGH)] == pytest.approx([tco, tco], abs=0.01)
