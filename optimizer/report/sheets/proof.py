"""Proof: what the solver guarantees, and what the run was made from."""

from dataclasses import dataclass

from optimizer.plan.plan import Plan, Variant
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Number, Value, write_table
from optimizer.report.texts import Words, both, label, same
from optimizer.report.variant_words import variant_words

NAME, SECOND, UNIT, OTHER_UNIT, VALUE = range(5)
OK = 7
"""Last column."""
VARIANTS = ("head.variant", "head.status", "head.tco", "head.gap", "head.same_servers", "head.purchases")


@dataclass(frozen=True)
class ProofCells:
    """The result of the solve, for page one and the checks."""

    bound: Cell
    gap: Cell
    tco: Cell
    capex_incl_vat: Cell
    lines: Cell
    units: Cell
    per_million: dict[str, Cell]
    """Workload → cost per million tokens."""


def fill_proof(report: Report, sheet: Sheet, detail_rows: int) -> ProofCells:
    """Fill the sheet; `detail_rows`: rows that the cost sheet adds up."""
    plan = report.plan
    sheet.other_language(SECOND, OTHER_UNIT)
    sheet.title("sheet.proof")
    sheet.section(3, NAME, OK, "proof.solved")
    solved = _Solved(report, sheet, detail_rows)
    row = _run(plan, sheet, solved.row)
    sheet.section(row + 1, NAME, OK, "proof.variants")
    row = write_table(sheet, row + 2, VARIANTS, [_variant(plan, v, sheet.language) for v in plan.variants])
    sheet.section(row + 1, NAME, OK, "proof.files")
    _files(plan, sheet, row + 2)
    sheet.finish(repeat=(row + 2, row + 3))
    return ProofCells(
        solved.bound, solved.gap, solved.tco, solved.capex_incl_vat, solved.lines, solved.units, solved.per_million
    )


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
        self.per_million = {
            cost.workload: self._number("proof.per_million", currency, float(cost.blended), "money", cost.workload)
            for cost in plan.cost_per_million_tokens
        }
        units = plan.totals.servers + plan.totals.cards
        self.units = self._number("proof.units", both("unit.pieces", language), units, "integer")

    def _name(self, key: str, unit: Words, subject: str = "") -> None:
        words = both(key, self._sheet.language).with_tail(f" · {subject}" if subject else "")
        self._sheet.words(self.row, NAME, words, "cell")
        self._sheet.words(self.row, UNIT, unit, "cell", "center")

    def _words(self, key: str, unit: Words, value: str) -> None:
        self._name(key, unit)
        self._sheet.text(self.row, VALUE, value, "cell", "right")
        self.row += 1

    def _number(self, key: str, unit: Words, value: float, number: str, subject: str = "") -> Cell:
        self._name(key, unit, subject)
        cell = self._sheet.number(self.row, VALUE, value, "cell", number)
        self.row += 1
        return cell


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
        sheet.text(row, VALUE, value, "cell", last_column=OK)
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
