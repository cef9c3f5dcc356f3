"""An empty workbook whose texts stay texts and whose columns are as wide everywhere."""

from pathlib import Path

from xlsxwriter import Workbook

STRINGS_STAY = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
COLUMN_FONT = ("Arial", 10)
"""Its digits are the unit of column widths: 7 pixels each, also in the fonts that stand in for it."""


def new_workbook(path: Path) -> Workbook:
    """A workbook to be closed by `with`."""
    name, size = COLUMN_FONT
    return Workbook(str(path), {**STRINGS_STAY, "default_format_properties": {"font_name": name, "font_size": size}})
