"""Rows of the check table: two amounts and a tolerance, or a count; 1 = holds."""

from optimizer.report.cells import Cell, Expr
from optimizer.report.sheet import Sheet
from optimizer.report.texts import Words, both, same

NAME, SECOND, UNIT, OTHER_UNIT, VALUE, OTHER, TOLERANCE, OK = range(8)


class CheckRows:
    """Rows of the check table; 1 = holds."""

    def __init__(self, sheet: Sheet, currency: str, row: int) -> None:
        self._sheet, self._currency, self._first, self.row = sheet, currency, row, row
        self._hold: list[bool] = []

    def equal(
        self, key: str, value: Expr, other: Expr, tolerance: Expr, unless: Expr | None = None, subject: str = ""
    ) -> None:
        """Two amounts agree; `unless` counts changed inputs, which make a comparison with the solved plan void."""
        cells = self._amounts(key, value, other, tolerance, subject=subject)
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

    def _name(self, key: str, unit: Words, subject: str = "") -> None:
        words = both(key, self._sheet.language).with_tail(f" · {subject}" if subject else "")
        self._sheet.words(self.row, NAME, words, "cell")
        self._sheet.words(self.row, UNIT, unit, "cell", "center")

    def _amounts(self, key: str, *amounts: Expr, subject: str = "") -> list[str]:
        self._name(key, same(self._currency), subject)
        columns = (VALUE, OTHER, TOLERANCE)
        return [
            self._sheet.formula(self.row, c, a, "cell", "money").text for c, a in zip(columns, amounts, strict=True)
        ]

    def _ok(self, test: str, holds: bool) -> None:
        self._hold.append(holds)
        self._sheet.formula(self.row, OK, Expr(f"IF({test},1,0)", float(holds)), "cell", "whole", "center")
        self.row += 1
