"""Cells and expressions that carry a formula's text and its value together: neither is written without the other."""

from dataclasses import dataclass

from xlsxwriter.utility import xl_rowcol_to_cell


@dataclass(frozen=True)
class Expr:
    """Text of a formula without the leading `=`, and what it evaluates to."""

    text: str
    value: float

    def __mul__(self, other: "Expr") -> "Expr":
        return Expr(f"{self.text}*{other.text}", self.value * other.value)

    def __truediv__(self, other: "Cell") -> "Expr":
        return Expr(f"{self.text}/{other.text}", self.value / other.value)

    def __add__(self, other: "Expr") -> "Expr":
        return Expr(f"({self.text}+{other.text})", self.value + other.value)

    def __sub__(self, other: "Expr") -> "Expr":
        return Expr(f"({self.text}-{other.text})", self.value - other.value)

    def __neg__(self) -> "Expr":
        return Expr(f"-{self.text}", -self.value)


@dataclass(frozen=True)
class Cell(Expr):
    """A written cell; `text` is its absolute address with the sheet's name."""

    row: int
    column: int


def cell_at(sheet: str, row: int, column: int, value: float) -> Cell:
    """The cell at a zero-based position."""
    return Cell(f"'{sheet}'!{xl_rowcol_to_cell(row, column, True, True)}", value, row, column)
