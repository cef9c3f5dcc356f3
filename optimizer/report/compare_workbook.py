"""The Excel workbook of a comparison: scenarios side by side, bridge, share curve, a sheet for each scenario, notes."""

import datetime
import re
from pathlib import Path

from optimizer.plan.comparison import Comparison, ScenarioResult
from optimizer.report.book import new_workbook
from optimizer.report.cell_text import clean, shortened
from optimizer.report.comparison.bridge import fill_bridge
from optimizer.report.comparison.columns import scenario_name
from optimizer.report.comparison.curve import fill_curve
from optimizer.report.comparison.detail import fill_detail
from optimizer.report.comparison.notes import fill_notes
from optimizer.report.comparison.scenarios import fill_cost_chart, fill_scenarios
from optimizer.report.files import write_atomically
from optimizer.report.sheet import Sheet
from optimizer.report.sheets import RESULT_TAB_COLOUR
from optimizer.report.styles import Styles
from optimizer.report.texts import label

NOT_IN_A_SHEET_NAME = re.compile(r"[\[\]:*?/\\'\r\n]")
"""What Excel refuses in the name of a sheet; apostrophes only at its ends, but they would end a reference."""
MAX_SHEET_NAME = 31
TAB_COLOURS = {"scenarios": "#1F3864", "notes": "#A6A6A6"}


def write_comparison(comparison: Comparison, path: Path) -> None:
    """Write the comparison as an .xlsx file at `path`; the same comparison gives the same bytes.

    Raises ModelError where cost items do not add up to a plan's TCO or a bridge differs from its plans, and OSError
    where the file cannot be written; then nothing is left behind.
    """
    write_atomically(path, lambda temporary: _write(comparison, temporary))


def _write(comparison: Comparison, path: Path) -> None:
    language = comparison.language
    with new_workbook(path) as workbook:
        created = datetime.datetime.fromisoformat(comparison.as_of)
        workbook.set_properties({"title": label("sheet.scenarios", language), "created": created})
        styles = Styles(workbook, comparison.currency, language)

        def sheet(name: str, colour: str = RESULT_TAB_COLOUR) -> Sheet:
            worksheet = workbook.add_worksheet(name)
            worksheet.set_tab_color(colour)
            return Sheet(worksheet, styles, language)

        def titled(key: str) -> Sheet:
            return sheet(label(f"sheet.{key}", language), TAB_COLOURS.get(key, RESULT_TAB_COLOUR))

        cells = fill_scenarios(titled("scenarios"), comparison)
        fill_cost_chart(workbook, titled("cost_chart"), comparison, cells)
        fill_bridge(workbook, titled("bridge"), comparison, cells)
        fill_curve(workbook, titled("curve"), comparison)
        for number, result in enumerate(comparison.results):
            fill_detail(sheet(sheet_name(number, result, language)), result, comparison.currency)
        fill_notes(titled("notes"), comparison)


def sheet_name(number: int, result: ScenarioResult, language: str) -> str:
    """Name of a scenario's sheet: its number keeps it apart from all others, whatever the scenario is called."""
    name = NOT_IN_A_SHEET_NAME.sub("-", clean(scenario_name(result, language).here))
    return shortened(f"{number} {name}", MAX_SHEET_NAME).rstrip()
