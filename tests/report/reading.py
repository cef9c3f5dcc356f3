"""Reading a workbook back in tests: values by label, formulas, and formulas relative to their cell."""

import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import openpyxl
from openpyxl.cell.cell import Cell
from openpyxl.utils import column_index_from_string
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

FIRST_TIME_COLUMN = 9
REFERENCE = re.compile(r"(\$?)([A-Z]{1,3})(\$?)(\d+)(?![\d(])")


@lru_cache(maxsize=64)
def values(path: Path) -> Workbook:
    """The workbook as it was last calculated; to be read only, each file is loaded once."""
    return _load(path, calculated=True)


@lru_cache(maxsize=64)
def formulas(path: Path) -> Workbook:
    return _load(path, calculated=False)


def _load(path: Path, *, calculated: bool) -> Workbook:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*extension is not supported")  # LibreOffice adds its own to what it saves
        return openpyxl.load_workbook(path, data_only=calculated)


def planned_column(horizon_years: int) -> int:
    """Column (1-based) of the planned values on the input sheet: after purchase, years, end, and the low values."""
    return FIRST_TIME_COLUMN + horizon_years + 3


def page_one(book: Workbook) -> Worksheet:
    """The approval summary."""
    return next(book[name] for name in ("审批摘要", "Summary") if name in book.sheetnames)


def cells(sheet: Worksheet) -> Iterator[Cell]:
    for row in sheet.iter_rows():
        yield from (cell for cell in row if isinstance(cell, Cell) and cell.value is not None)


def formula_cells(book: Workbook) -> Iterator[Cell]:
    for sheet in book.worksheets:
        yield from (cell for cell in cells(sheet) if cell.data_type == "f")


def row_of(sheet: Worksheet, text: str, *, column: int = 2, after: int = 0) -> int:
    """The row (1-based) whose label is the text."""
    for row in range(after + 1, sheet.max_row + 1):
        if sheet.cell(row, column).value == text:
            return row
    raise AssertionError(f"{sheet.title} has no row {text!r}")


def number(sheet: Worksheet, row: int, column: int) -> float:
    value = sheet.cell(row, column).value
    assert isinstance(value, int | float), f"{sheet.title}!{row},{column} holds {value!r}"
    return float(value)


def relative(formula: str, row: int, column: int) -> str:
    """The formula with every relative reference as an offset from its cell: equal along a consistent row."""

    def offset(match: re.Match[str]) -> str:
        fixed_column, letters, fixed_row, digits = match.groups()
        at = column_index_from_string(letters)
        shown_column = f"C{at}" if fixed_column else f"C[{at - column}]"
        shown_row = f"R{digits}" if fixed_row else f"R[{int(digits) - row}]"
        return shown_row + shown_column

    return REFERENCE.sub(offset, re.sub(r'"[^"]*"', '""', formula))
