"""A matrix with a row per figure and a column per scenario: labels, units, values of solves, formulas."""

from collections.abc import Callable

from optimizer.plan.comparison import ScenarioResult
from optimizer.plan.plan import Plan
from optimizer.report.cells import Expr
from optimizer.report.sheet import Sheet
from optimizer.report.texts import Words, both, same

LABEL, OTHER_LABEL, UNIT, OTHER_UNIT, FIRST = range(5)
HEAD_ROW = 3
NAME_ROW = HEAD_ROW + 1
"""The headings on show: what charts take as categories."""
LABEL_WIDTH = 44.0
ALL_SCENARIOS_WIDTH, SCENARIO_WIDTH = 150.0, 22.0
"""Characters that the scenarios share, and the least of each: the page looks alike for two and for six."""


def scenario_name(result: ScenarioResult, language: str) -> Words:
    """`base` in both languages; a scenario's own name in either."""
    return both("compare.base", language) if result.name == "base" else same(result.name)


class Matrix:
    """Writes rows of figures; `row` is the next free one."""

    def __init__(self, sheet: Sheet, results: tuple[ScenarioResult, ...], currency: str) -> None:
        self.sheet, self.results, self.currency = sheet, results, currency
        self.row = HEAD_ROW + 2
        self.last = FIRST + len(results) - 1

    def start(self, key: str, subtitle: str) -> None:
        """Title and the scenarios' names as headings."""
        sheet = self.sheet
        sheet.other_language(OTHER_LABEL, OTHER_UNIT)
        sheet.title(key, subtitle)
        sheet.head(HEAD_ROW, LABEL, ("head.label", "head.other_label", "head.unit", "head.other_label"))
        for column, result in enumerate(self.results, start=FIRST):
            sheet.heading(HEAD_ROW, column, scenario_name(result, sheet.language))
            sheet.width(column, max(SCENARIO_WIDTH, ALL_SCENARIOS_WIDTH / len(self.results)))
        for column in (LABEL, OTHER_LABEL):
            sheet.width(column, LABEL_WIDTH)
        sheet.worksheet.freeze_panes(HEAD_ROW + 2, FIRST)

    def band(self, key: str) -> None:
        """A heading between groups of rows."""
        self.row += self.row > HEAD_ROW + 2
        self.sheet.section(self.row, LABEL, self.last, key)
        self.row += 1

    def texts(self, key: str, value_of: Callable[[ScenarioResult], str], *style: str) -> None:
        """One text per scenario."""
        self._words(both(key, self.sheet.language), same("–"))
        for column, result in enumerate(self.results, start=FIRST):
            self.sheet.text(self.row, column, value_of(result) or "–", "cell", "wrap", "top", *style)
        self.row += 1

    def values(
        self, label: Words, unit: Words, value_of: Callable[[Plan], float | None], *style: str, missing: str = "–"
    ) -> dict[int, float]:
        """Results of solves; a dash where there is no plan, `missing` for no figure. Returns the values by column."""
        self._words(label, unit)
        found: dict[int, float] = {}
        for column, result in enumerate(self.results, start=FIRST):
            value = None if result.plan is None else value_of(result.plan)
            if value is None:
                self.sheet.text(self.row, column, missing if result.plan else "–", "cell", "right", "muted")
            else:
                found[column] = value
                self.sheet.number(self.row, column, value, "cell", "decision", *style)
        self.row += 1
        return found

    def formulas(
        self, label: Words, unit: Words, formula: Callable[[int], Expr | None], *style: str
    ) -> dict[int, float]:
        """The same formula in every column that has one. Returns the values by column."""
        self._words(label, unit, *(s for s in style if s == "total"))
        found: dict[int, float] = {}
        for column in range(FIRST, self.last + 1):
            made = formula(column)
            if made is None:
                self.sheet.text(self.row, column, "–", "cell", "right", "muted")
            else:
                found[column] = self.sheet.formula(self.row, column, made, "cell", *style).value
        self.row += 1
        return found

    def named(self, key: str) -> Words:
        """A label."""
        return both(key, self.sheet.language)

    @property
    def money(self) -> Words:
        """The currency as a unit."""
        return same(self.currency)

    def at(self, row: int, column: int) -> str:
        """Address that copies along the row."""
        return self.sheet.address(row, column)

    def _words(self, label: Words, unit: Words, *style: str) -> None:
        self.sheet.words(self.row, LABEL, label, "cell", *style)
        self.sheet.words(self.row, UNIT, unit, "cell", "center", *style)
