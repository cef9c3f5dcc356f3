"""Texts that a workbook must store as text, or clean."""

from openpyxl.workbook.workbook import Workbook

HOSTILE = (
    "=1+1",
    "+cmd|' /C calc'!A0",
    "@SUM(A1)",
    '=HYPERLINK("http://example.org","x")',
    "-2+3",
    "{=1+1}",
    "</script><script>alert(1)</script>",
    "_x0041_",
    "http://example.org",
)
BROKEN = ("tab\tbell\x07 null\x00", "noncharacters \ufffe\uffff", "surrogate \ud800", "\r\x0b")


def texts_of(book: Workbook) -> set[str]:
    return {str(c.value) for sheet in book.worksheets for row in sheet.iter_rows() for c in row if c.value is not None}
