"""Proof: what the solver guarantees, what the run was made from, and the workbook's own checks."""

from dataclasses import dataclass

from optimizer.plan.plan import Plan, Variant
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.limits import LimitCells
from optimizer.report.sheets.purchases import PurchaseCells
from optimizer.report.sheets.table import Number, Value, write_table
from optimizer.report.texts import Words, both, label, same
from optimizer.report.variant_words import variant_words

NAME, SECOND, UNIT, OTHER_UNIT, VALUE, OTHER, TOLERANCE, OK = range(8)
CHECKS = (
    "head.check", "head.other_label", "head.unit", "head.other_label", "head.value", "head.compared", "head.tolerance",
    "head.ok",
)  # fmt: skip
VARIANTS = ("head.variant", "head.status", "head.tco", "head.gap", "head.same_servers", "head.purchases")


@dataclass(frozen=True)
class ProofCells:
    """What page one takes: bound and gap of the solve, and the master check (1 = all hold)."""

    bound: Cell
    gap: Cell
    master: Cell


def fill_proof(
    report: Report, sheet: Sheet, inputs: InputCells, purchases: PurchaseCells, cost: CostCells, limits: LimitCells
) -> ProofCells:
    """Fill the sheet."""
    plan = report.plan
    sheet.other_language(SECOND, OTHER_UNIT)
    sheet.title("sheet.proof")
    sheet.section(3, NAME, OK, "proof.solved")
    solved = _Solved(report, sheet, cost.detail_rows)
    row = _run(plan, sheet, solved.row)
    sheet.section(row + 1, NAME, OK, "proof.checks")
    sheet.head(row + 2, NAME, CHECKS)
    cent = inputs.constants.tolerance
    changed = inputs.changed
    checks = _Checks(sheet, report.currency, row + 4)
    checks.equal("check.sums", cost.tco, cost.tco_by_year, cent * solved.lines)
    checks.equal("check.tco", cost.tco, solved.tco, cent * solved.lines, unless=changed)
    checks.equal("check.capex", purchases.capex_incl_vat, solved.capex_incl_vat, cent * solved.lines, unless=changed)
    checks.none("check.limits", limits.broken)
    checks.at_most("check.bound", solved.bound, solved.tco, cent * solved.units)
    master = checks.master()
    sheet.section(master.row + 2, NAME, OK, "proof.variants")
    row = write_table(sheet, master.row + 3, VARIANTS, [_variant(plan, v, sheet.language) for v in plan.variants])
    sheet.section(row + 1, NAME, OK, "proof.files")
    _files(plan, sheet, row + 2)
    sheet.finish(repeat=(row + 2, row + 3))
    return ProofCells(solved.bound, solved.gap, master)


class _Solved:
    """The solver's result as constants, and the gap between cost and bound."""

    def __init__(self, report: Report, sheet: Sheet, lines: int) -> None:
        plan, self._sheet, self.row = report.plan, sheet, 4
        result, currency, language = plan.objective, same(report.currency), sheet.language
        self._words("proof.status", same("–"), label(f"status.{plan.status}", language))
        self.tco = self._number("proof.tco", currency, float(result.tco_npv), "money")
        self.bound = self._number("proof.bound", currency, float(result.bound), "money")
        ratio = both("unit.ratio", language)
        gap = Expr(f"IF({self.tco.text}=0,0,({self.tco.text}-{self.bound.text})/{self.tco.text})", result.gap)
        self._name("proof.gap", ratio)
        self.gap = sheet.formula(self.row, VALUE, gap, "cell", "percent")
        self.row += 1
        self._number("proof.requested_gap", ratio, plan.requested_gap, "percent")
        self.capex_incl_vat = self._number("proof.capex", currency, float(plan.totals.capex_incl_vat), "money")
        self.lines = self._number("proof.lines", both("unit.rows", language), lines, "integer")
        units = plan.totals.servers + plan.totals.cards
        self.units = self._number("proof.units", both("unit.pieces", language), units, "integer")

    def _name(self, key: str, unit: Words) -> None:
        self._sheet.label(self.row, NAME, key, "cell")
        self._sheet.words(self.row, UNIT, unit, "cell", "center")

    def _words(self, key: str, unit: Words, value: str) -> None:
        self._name(key, unit)
        self._sheet.text(self.row, VALUE, value, "cell", "right")
        self.row += 1

    def _number(self, key: str, unit: Words, value: float, number: str) -> Cell:
        self._name(key, unit)
        cell = self._sheet.number(self.row, VALUE, value, "cell", number)
        self.row += 1
        return cell


class _Checks:
    """Rows of the check table; 1 = holds."""

    def __init__(self, sheet: Sheet, currency: str, row: int) -> None:
        self._sheet, self._currency, self._first, self.row = sheet, currency, row, row
        self._hold: list[bool] = []

    def equal(self, key: str, value: Expr, other: Expr, tolerance: Expr, unless: Expr | None = None) -> None:
        """Two amounts agree; `unless` counts changed inputs, which make a comparison with the solved plan void."""
        cells = self._amounts(key, value, other, tolerance)
        test = f"ABS({cells[0]}-{cells[1]})<={cells[2]}"
        holds = abs(value.value - other.value) <= tolerance.value
        self._ok(f"OR({unless.text}>0,{test})" if unless else test, holds)

    def at_most(self, key: str, value: Expr, other: Expr, tolerance: Expr) -> None:
        """The first amount does not exceed the second."""
        cells = self._amounts(key, value, other, tolerance)
        self._ok(f"{cells[0]}<={cells[1]}+{cells[2]}", value.value <= other.value + tolerance.value)

    def none(self, key: str, count: Expr) -> None:
        """Nothing is counted."""
        self._name(key, both("unit.rows", self._sheet.language))
        cell = self._sheet.formula(self.row, VALUE, count, "cell", "integer")
        for column in (OTHER, TOLERANCE):
            self._sheet.text(self.row, column, "–", "cell", "center", "muted")
        self._ok(f"{cell.text}=0", count.value == 0)

    def master(self) -> Cell:
        """1 when every check holds."""
        span = f"{self._sheet.address(self._first, OK)}:{self._sheet.address(self.row - 1, OK)}"
        for column in range(OK):
            self._sheet.text(self.row, column, "", "cell", "total")
        self._sheet.label(self.row, NAME, "check.master", "cell", "total")
        self._sheet.words(self.row, UNIT, both("unit.flag", self._sheet.language), "cell", "total", "center")
        cell = self._sheet.formula(
            self.row, OK, Expr(f"MIN({span})", float(all(self._hold))), "cell", "whole", "total", "center"
        )
        rule = {"type": "cell", "criteria": "==", "value": 0, "format": self._sheet.styles("alert")}
        self._sheet.worksheet.conditional_format(self._first, OK, self.row, OK, rule)
        return cell

    def _name(self, key: str, unit: Words) -> None:
        self._sheet.label(self.row, NAME, key, "cell")
        self._sheet.words(self.row, UNIT, unit, "cell", "center")

    def _amounts(self, key: str, *amounts: Expr) -> list[str]:
        self._name(key, same(self._currency))
        columns = (VALUE, OTHER, TOLERANCE)
        return [
            self._sheet.formula(self.row, c, a, "cell", "money").text for c, a in zip(columns, amounts, strict=True)
        ]

    def _ok(self, test: str, holds: bool) -> None:
        self._hold.append(holds)
        self._sheet.formula(self.row, OK, Expr(f"IF({test},1,0)", float(holds)), "cell", "whole", "center")
        self.row += 1


def _run(plan: Plan, sheet: Sheet, row: int) -> int:
    """How the run was made; returns the next free row."""
    repeatable = label("word.yes" if plan.repeatable else "word.no", sheet.language)
    facts = {
        "proof.solver": plan.solver,
        "proof.repeatable": repeatable,
        "proof.version": plan.tool_version,
        "proof.scenario": plan.scenario or "–",
        "proof.book": f"{plan.price_book} ({label(f'case.{plan.price_case}', sheet.language)})",
        "proof.as_of": plan.as_of,
        "proof.fx": f"{plan.usd_cny} CNY/USD ({plan.usd_cny_date})",
    }
    for key, value in facts.items():
        sheet.label(row, NAME, key, "cell")
        sheet.words(row, UNIT, same("–"), "cell", "center")
        sheet.text(row, VALUE, value, "cell", "right", last_column=OK)
        row += 1
    return row


def _files(plan: Plan, sheet: Sheet, row: int) -> None:
    """What the run read, by content."""
    sheet.heading(row, NAME, both("head.file", sheet.language))
    sheet.heading(row, UNIT, same("SHA-256"), last_column=OK)
    for at, file in enumerate(plan.files, start=row + 2):
        sheet.text(at, NAME, file.name, "cell")
        sheet.text(at, UNIT, file.sha256, "cell", last_column=OK)


def variant_name(variant: Variant, language: str) -> Words:
    """What was solved again under another rule."""
    return both(f"variant.{variant.kind}", language)


def _variant(plan: Plan, variant: Variant, language: str) -> tuple[Value, ...]:
    cost = None if variant.tco_npv is None else Number(float(variant.tco_npv), "money")
    gap = None if variant.gap is None else Number(variant.gap, "percent")
    return (
        variant_name(variant, language),
        both(f"status.{variant.status}", language),
        cost,
        gap,
        variant_words(plan, variant, language).here,
        "; ".join(variant.purchases) or "–",
    )
