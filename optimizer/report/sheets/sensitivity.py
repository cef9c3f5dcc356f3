"""Sensitivity of the TCO with the plan held fixed: each input at its low and its high, live, with a tornado chart."""

from dataclasses import dataclass

from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.drivers import Driver, drivers
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.statement import added
from optimizer.report.sheets.tornado_chart import insert_tornado

(
    LABEL, OTHER, UNIT, OTHER_UNIT, NOW, SLOPE, LOW, HIGH, TCO_LOW, TCO_HIGH, LESS_LOW, LESS_HIGH, SPAN,
) = range(13)  # fmt: skip
HEAD = (
    "head.label", "head.other_label", "head.unit", "head.other_label", "sense.now", "sense.slope", "head.range_low",
    "head.range_high", "sense.tco_low", "sense.tco_high", "sense.less_low", "sense.less_high", "sense.span",
)  # fmt: skip
BASE_ROW, HEAD_ROW = 3, 5
MOST_BARS = 12


@dataclass(frozen=True)
class _Row:
    """A driver with the inputs' ends and what the TCO is at them."""

    driver: Driver
    low: Expr
    high: Expr
    at: tuple[float, float]

    @property
    def span(self) -> float:
        return abs(self.at[1] - self.at[0])


def fill_sensitivity(report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells) -> None:
    """Fill the sheet; rows in the order of their span when the plan was solved."""
    sheet.other_language(OTHER, OTHER_UNIT)
    sheet.title("sheet.sensitivity", "sensitivity.note")
    sheet.label(BASE_ROW, LABEL, "summary.tco", "cell")
    sheet.text(BASE_ROW, UNIT, report.currency, "cell", "center")
    base = sheet.formula(BASE_ROW, NOW, cost.tco, "cell", "money0", "link")
    sheet.head(HEAD_ROW, LABEL, HEAD)
    table = _Table(report, sheet, inputs, cost, base)
    rows = sorted((table.row_of(driver) for driver in drivers(inputs, cost)), key=lambda row: -row.span)
    first = HEAD_ROW + 2
    for at, row in enumerate(rows, start=first):
        table.write(at, row)
    if (rate := table.of_rate(rows, first)) is not None:
        table.write(first + len(rows), rate)
        rows.append(rate)
    last = first + len(rows) - 1
    bars = min(MOST_BARS, sum(row.span > 0 for row in rows))
    if bars:
        insert_tornado(report, sheet, last + 2, (first, first + bars - 1))
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, UNIT)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


class _Table:
    def __init__(self, report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells, base: Cell) -> None:
        self._currency, self._sheet, self._inputs, self._cost, self._base = report.currency, sheet, inputs, cost, base

    def row_of(self, driver: Driver) -> _Row:
        low, high = self._inputs.ranges[driver.cell.row]
        return _Row(driver, low, high, (self._tco(driver, low.value), self._tco(driver, high.value)))

    def of_rate(self, rows: list[_Row], first: int) -> _Row | None:
        """The exchange rate: what it converts costs value times slope, in proportion to it. None where it does not."""
        fx, parts = self._inputs.fx, []
        for at, row in enumerate(rows, start=first):
            if row.driver.cell.row in self._inputs.converted:
                text = "*".join(self._sheet.address(at, column) for column in (NOW, SLOPE))
                parts.append(Expr(text, row.driver.cell.value * row.driver.slope.value))
        if not parts:
            return None
        if self._currency == "CNY":
            return self.row_of(Driver(fx, "linear", added(parts) / fx))
        return self.row_of(Driver(fx, "reciprocal", added(parts)))

    def _tco(self, driver: Driver, x: float) -> float:
        cost, now, slope = self._cost, driver.cell.value, driver.slope.value
        if x == now:
            return self._base.value
        if driver.kind == "linear":
            return self._base.value + slope * (x - now)
        if driver.kind == "reciprocal":
            return self._base.value + slope * (now / x - 1)
        if driver.kind == "warranty":
            return self._base.value + slope * (self._after(x) - self._after(now))
        return float(sum(cost.totals[c] * (1 + x) ** -cost.times[c] for c in cost.totals))

    def _after(self, years: float) -> float:
        cost = self._cost
        return sum(f for c, f in cost.factors.items() if cost.years[c] > years and cost.running(c))

    def _formula(self, row: int, kind: str, column: int) -> str:
        """The TCO with the input at the value in a column of its row."""
        sheet, cost = self._sheet, self._cost
        x, base = sheet.address(row, column), self._base.text
        now, slope = (sheet.address(row, c, column_fixed=True) for c in (NOW, SLOPE))
        if kind == "linear":
            return f"{base}+{slope}*({x}-{now})"
        if kind == "reciprocal":
            return f"IF({x}=0,{base},{base}+{slope}*({now}/{x}-1))"
        running, factors, years = (cost.fixed_span(r) for r in (cost.running_row, cost.discount_row, cost.year_row))
        if kind == "warranty":
            after = (f"SUMPRODUCT({running},{factors},1*({years}>{limit}))" for limit in (x, now))
            return f"{base}+{slope}*({'-'.join(after)})"
        return f"SUMPRODUCT({cost.fixed_span(cost.total_row)},(1+{x})^(-{cost.fixed_span(cost.time_row)}))"

    def write(self, row: int, entry: _Row) -> None:
        """One driver."""
        sheet, driver = self._sheet, entry.driver
        name, unit = self._inputs.names[driver.cell.row]
        number = self._inputs.numbers[driver.cell.row]
        sheet.words(row, LABEL, name, "cell")
        sheet.words(row, UNIT, unit, "cell", "center")
        sheet.formula(row, NOW, driver.cell, "cell", number, "link")
        if driver.kind == "discount":
            sheet.text(row, SLOPE, "–", "cell", "center", "muted")
        else:
            sheet.formula(row, SLOPE, driver.slope, "cell", "money")
        for column, cell in ((LOW, entry.low), (HIGH, entry.high)):
            sheet.formula(row, column, cell, "cell", number, "link")
        for column, source, value in zip((TCO_LOW, TCO_HIGH), (LOW, HIGH), entry.at, strict=True):
            sheet.formula(row, column, Expr(self._formula(row, driver.kind, source), value), "cell", "money0")
        for column, source, value in zip((LESS_LOW, LESS_HIGH), (TCO_LOW, TCO_HIGH), entry.at, strict=True):
            less = Expr(f"{sheet.address(row, source)}-{self._base.text}", value - self._base.value)
            sheet.formula(row, column, less, "cell", "money0")
        ends = (sheet.address(row, column) for column in (LESS_HIGH, LESS_LOW))
        sheet.formula(row, SPAN, Expr(f"ABS({'-'.join(ends)})", entry.span), "cell", "money0")
