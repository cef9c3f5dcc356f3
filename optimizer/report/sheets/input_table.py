"""Rows of the input sheet: label, unit, value, the value when solved, whether it changed, where it comes from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell, Expr
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import write_value
from optimizer.report.texts import Words, both, known, same

BAND, LABEL, OTHER_LABEL, UNIT, OTHER_UNIT, VALUE, SOLVED, CHANGED = range(8)
HEAD_ROW = 3
LABEL_WIDTH = 48
CASES = ("head.range_low", "head.planned", "head.range_high")
"""Columns after the time axis; the plan was solved at the middle one."""
PLANNED = 2


Currency = Literal["CNY", "USD"]
NO_WORDS = same("")


@dataclass(frozen=True)
class Note:
    """Where an input comes from."""

    source: Words = NO_WORDS
    date: str = ""
    confidence: str = ""


NO_NOTE = Note()


class Span(NamedTuple):
    """The ends of what an input may be, in its own unit."""

    low: Decimal
    high: Decimal


class InputTable:
    """Appends rows to the input sheet; `row` is the next free one."""

    def __init__(self, report: Report, sheet: Sheet) -> None:
        self.sheet, self.axis, self.plan, self.currency = sheet, report.axis, report.plan, report.currency
        self.row = HEAD_ROW + 2
        self.ranges: dict[int, tuple[Expr, Expr]] = {}
        """Row of an input → its low and its high, in the currency of its value."""
        self.fx: Cell | None = None
        """Exchange rate, CNY per USD."""
        self.converted: set[int] = set()
        """Rows of inputs that the exchange rate converts."""
        self.names: dict[int, tuple[Words, Words]] = {}
        """Row → label and unit."""
        self.numbers: dict[int, str] = {}
        """Row of an input → style of its number."""
        self._case: Cell | None = None
        self._low = report.axis.end + 1
        self._notes = self._low + len(CASES)
        sheet.widest = LABEL_WIDTH

    def start(self) -> None:
        """Title, colour key and column headings."""
        sheet, notes = self.sheet, self._notes
        sheet.other_language(OTHER_LABEL, OTHER_UNIT, notes + 1, notes + 4)
        sheet.title("sheet.inputs", "inputs.key")
        sheet.head(HEAD_ROW, BAND, ("head.band", "head.label", "head.other_label", "head.unit", "head.other_label"))
        sheet.head(HEAD_ROW, VALUE, ("head.value", "head.solved", "head.changed"))
        self.axis.head_years(sheet, HEAD_ROW)
        sheet.head(HEAD_ROW, self._low, CASES)
        keys = ("head.source", "head.other_label", "head.date", "head.confidence", "head.other_label")
        sheet.head(HEAD_ROW, notes, keys)
        for column, width in ((BAND, 3), (self.axis.purchase, 1), (self.axis.end, 1)):  # no input has a date but a year
            sheet.width(column, width)
        for column, width in ((LABEL, 24), (notes, 34)):
            sheet.keep_width(column, width)
        sheet.worksheet.freeze_panes(HEAD_ROW + 2, UNIT)

    def select(self) -> Cell:
        """The cell that chooses low (1), planned (2) or high (3) for every input at once."""
        self._case = self.add("inputs.case", self.unit("case"), Decimal(PLANNED), "whole", style="selector")
        choice = {"validate": "list", "source": list(range(1, len(CASES) + 1))}
        self.sheet.worksheet.data_validation(self._case.row, VALUE, self._case.row, VALUE, choice)
        return self._case

    def band(self, key: str) -> None:
        """A heading between groups of rows."""
        if self.row > HEAD_ROW + 2:
            self.row += 1
        self.sheet.section(self.row, BAND, self._notes + 4, key)
        self.row += 1

    def unit(self, key: str) -> Words:
        """A unit's word."""
        return both(f"unit.{key}", self.sheet.language)

    def money_per(self, key: str) -> Words:
        """`CNY/unit`."""
        return self.unit(key).after(f"{self.currency}/")

    def add(
        self,
        key: str,
        unit: Words,
        value: Decimal,
        number: str,
        *,
        style: str = "input",
        subject: str = "",
        note: Note = NO_NOTE,
        span: Span | None = None,
        quoted: Currency | None = None,
    ) -> Cell:
        """One input with its solved value and a 0/1 flag that compares them; where no span is known both ends equal it.

        Of an input (not a decision or a fact) the value in force is the one of the selected case; what is quoted in
        another currency than the plan's has its case in that one, and the rate of the sheet converts it.
        """
        self._words(key, unit, subject, note)
        if style == "input" and self._case is not None:
            values = (span.low, value, span.high) if span else (value,) * len(CASES)
            cell = self._chosen(self._case, values, number, quoted)
        else:
            shown = "input" if style == "selector" else style
            cell = self.sheet.number(self.row, VALUE, float(value), "cell", number, shown)
        self.sheet.number(self.row, SOLVED, cell.value, "cell", number, "muted")
        self._flag(self.sheet.address(self.row, VALUE))
        self.row += 1
        return cell

    def _chosen(self, case: Cell, values: Sequence[Decimal], number: str, quoted: Currency | None) -> Cell:
        """Low, planned and high as inputs, and the one that the selected case takes."""
        foreign = quoted is not None and quoted != self.currency and self.fx is not None
        shown = f"foreign_{number}" if foreign and number == "money" else number
        cells = [
            self.sheet.number(
                self.row, self._low + offset, float(self._before(value) if foreign else value), "cell", shown, "input"
            )
            for offset, value in enumerate(values)
        ]
        self.numbers[self.row] = number
        ends = [self._after(cell) if foreign else cell for cell in (cells[0], cells[-1])]
        self.ranges[self.row] = ends[0], ends[1]
        addresses = ",".join(self.sheet.address(self.row, cell.column, column_fixed=True) for cell in cells)
        formula = Expr(f"CHOOSE({case.text},{addresses})", cells[PLANNED - 1].value)
        if foreign:
            self.converted.add(self.row)
            formula = self._after(formula)
        return self.sheet.formula(self.row, VALUE, formula, "cell", number)

    def _before(self, amount: Decimal) -> Decimal:
        """An amount of the plan in the currency it was quoted in."""
        return amount / self.plan.usd_cny if self.currency == "CNY" else amount * self.plan.usd_cny

    def _after(self, amount: Expr) -> Expr:
        """A quoted amount in the plan's currency."""
        if self.fx is None:
            raise AssertionError("nothing is converted before the rate is there")
        return amount * self.fx if self.currency == "CNY" else amount / self.fx

    def switch(self, key: str, on: bool, note: Note) -> Cell:
        """A yes/no input, 1 or 0, the same in every case."""
        cell = self.add(key, self.unit("switch"), Decimal(on), "whole", style="selector", note=note)
        self.sheet.worksheet.data_validation(cell.row, VALUE, cell.row, VALUE, {"validate": "list", "source": [1, 0]})
        return cell

    def derived(self, key: str, unit: Words, formula: Expr, number: str = "general") -> Cell:
        """A value computed from the inputs above."""
        self._words(key, unit, "", NO_NOTE)
        cell = self.sheet.formula(self.row, VALUE, formula, "cell", number)
        self.row += 1
        return cell

    def yearly(self, key: str, unit: Words, formula: Callable[[int], Expr], subject: str) -> int:
        """One formula per year; returns the row."""
        row, years = self.row, self.axis.years
        self._words(key, unit, subject, NO_NOTE)
        cells = [self.sheet.formula(row, column, formula(column), "cell", "decimal") for column in years]
        self._summed(sum(cell.value for cell in cells), "decimal")
        return row

    def series(self, key: str, unit: Words, values: Sequence[Decimal | int], subject: str) -> int:
        """One number per year, fixed by the solver; returns the row."""
        row, years = self.row, self.axis.years
        self._words(key, unit, subject, NO_NOTE)
        for column, value in zip(years, values, strict=True):
            self.sheet.number(row, column, float(value), "cell", "general", "decision")
        self._summed(float(sum(values)), "general")
        return row

    def _summed(self, total: float, number: str) -> None:
        """Sum of the years of the current row, beside the solved one."""
        row, years = self.row, self.axis.years
        first, last = self.sheet.address(row, years[0]), self.sheet.address(row, years[-1])
        self.sheet.formula(row, VALUE, Expr(f"SUM({first}:{last})", total), "cell", number)
        self.sheet.number(row, SOLVED, total, "cell", number, "muted")
        self._flag(self.sheet.address(row, VALUE))
        self.row += 1

    def changed(self, first: int, last: int) -> Expr:
        """How many flags between two rows stand at 1."""
        here = f"'{self.sheet.name}'!"
        return Expr(f"SUM({here}{self.sheet.address(first, CHANGED)}:{self.sheet.address(last, CHANGED)})", 0)

    def shared(
        self,
        key: str,
        unit: Words,
        number: str,
        pools: Iterable[Pool],
        value_of: Callable[[Pool], Decimal],
        note_of: Callable[[Pool], Note],
        span_of: Callable[[Pool], Span | None] = lambda _: None,
        quoted_of: Callable[[Pool], Currency | None] = lambda _: None,
    ) -> dict[str, Cell]:
        """One input for all pools with the same value and source; names the pools where there are several inputs."""
        groups: dict[tuple[Decimal, Note, Span | None, Currency | None], list[Pool]] = {}
        for pool in pools:
            groups.setdefault((value_of(pool), note_of(pool), span_of(pool), quoted_of(pool)), []).append(pool)
        cells: dict[str, Cell] = {}
        for (value, note, span, quoted), members in groups.items():
            subject = ", ".join(p.server_name for p in members) if len(groups) > 1 else ""
            cell = self.add(key, unit, value, number, subject=subject, note=note, span=span, quoted=quoted)
            cells |= {p.server: cell for p in members}
        return cells

    def _words(self, key: str, unit: Words, subject: str, note: Note) -> None:
        sheet, language = self.sheet, self.sheet.language
        sheet.text(self.row, BAND, "", "cell")
        self.names[self.row] = both(key, language).with_tail(f" · {subject}" if subject else ""), unit
        sheet.words(self.row, LABEL, self.names[self.row][0], "cell")
        sheet.words(self.row, UNIT, unit, "cell", "center")
        for column in (SOLVED, CHANGED):
            sheet.text(self.row, column, "", "cell")
        notes, confidence = self._notes, f"confidence.{note.confidence}"
        trust = both(confidence, language) if known(confidence) else same(note.confidence)
        for column, value in ((notes, note.source), (notes + 2, in_both(note.date, language)), (notes + 3, trust)):
            write_value(sheet, self.row, column, value)

    def _flag(self, value: str) -> None:
        solved = self.sheet.address(self.row, SOLVED)
        self.sheet.formula(self.row, CHANGED, Expr(f"IF({value}={solved},0,1)", 0), "cell", "whole", "center")


def requested(plan: Plan, path: str) -> Note:
    """Source of a value of the requirements file, or of the default that stands in for it."""
    for assumption in plan.assumptions:
        if assumption.path == path or assumption.path.startswith(f"{path}."):
            return Note(in_both(assumption.source, plan.language), "", assumption.confidence)
    return Note(both("source.file", plan.language))


def parameter_span(plan: Plan, parameter_id: str, horizon_power: Decimal = Decimal(1)) -> Span | None:
    """Range of a cost parameter, raised to a power where the value in force is; None where the plan lacks it."""
    for parameter in plan.parameters:
        if parameter.id == parameter_id:
            ends = (parameter.value_low, parameter.value_high)
            low, high = (end**horizon_power if end else end for end in ends)
            return Span(low, high)
    return None


def parameter_currency(plan: Plan, parameter_id: str) -> Currency | None:
    """Currency in which the catalog states a cost parameter."""
    return next((p.quoted for p in plan.parameters if p.id == parameter_id), None)


def is_assumed(plan: Plan, path: str) -> bool:
    """Whether nobody wrote the field in the file."""
    return any(a.path == path or a.path.startswith(f"{path}.") for a in plan.assumptions)


def parameter_note(plan: Plan, parameter_id: str) -> Note:
    """Source of a cost parameter; empty where the plan does not carry it."""
    for parameter in plan.parameters:
        if parameter.id == parameter_id:
            return Note(in_both(parameter.source, plan.language), parameter.date, parameter.confidence)
    return NO_NOTE
