"""A copy of a written workbook with other numbers in some cells, as if somebody had typed them."""

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.report.reading import values

DRAWING = re.compile(rb'<drawing r:id="[^"]*"/>')


def change_cells(source: Path, target: Path, sheet: str, cells: Mapping[str, float]) -> None:
    """`cells`: A1 → number, in cells that hold a number or nothing. Charts are left out of the copy, formulas stay."""
    part = f"xl/worksheets/sheet{values(source).sheetnames.index(sheet) + 1}.xml"
    with zipfile.ZipFile(source) as before, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            text = before.read(name)
            if name.startswith("xl/worksheets/sheet"):
                text = DRAWING.sub(b"", text)
            for place, number in cells.items() if name == part else ():
                cell = rf'<c r="{place}"((?: s="\d+")?)(?:/>|><v>[^<]*</v></c>)'.encode()
                text, found = re.subn(cell, rf'<c r="{place}"\1><v>{number!r}</v></c>'.encode(), text)
                assert found == 1, place
            after.writestr(name, text)
