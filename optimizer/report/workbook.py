"""The Excel workbook of a plan: live formulas with cached values, one module per sheet."""

import datetime
from pathlib import Path

from optimizer.plan.plan import Plan
from optimizer.report.book import new_workbook
from optimizer.report.files import write_atomically
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets import RESULT_TAB_COLOUR, SHEET_KEYS, TAB_COLOURS, left_out
from optimizer.report.sheets.acceptance import fill_acceptance
from optimizer.report.sheets.alternatives import fill_alternatives
from optimizer.report.sheets.capacity import fill_capacity
from optimizer.report.sheets.checks import Figures, fill_checks
from optimizer.report.sheets.cost import fill_cost
from optimizer.report.sheets.cover import fill_cover
from optimizer.report.sheets.finance import fill_finance
from optimizer.report.sheets.inputs import fill_inputs
from optimizer.report.sheets.limit_values import fill_limit_values
from optimizer.report.sheets.limits import fill_limits
from optimizer.report.sheets.placement import fill_placement
from optimizer.report.sheets.price_basis import fill_price_basis
from optimizer.report.sheets.proof import fill_proof
from optimizer.report.sheets.purchases import fill_purchases
from optimizer.report.sheets.racks import fill_racks
from optimizer.report.sheets.rejections import fill_rejections
from optimizer.report.sheets.requirements import fill_requirements
from optimizer.report.sheets.risks import fill_risks
from optimizer.report.sheets.seats import fill_seats
from optimizer.report.sheets.sources import fill_sources
from optimizer.report.sheets.storage import fill_storage
from optimizer.report.sheets.summary import fill_summary
from optimizer.report.sheets.version import fill_version
from optimizer.report.styles import Styles
from optimizer.report.texts import label


def write_workbook(plan: Plan, path: Path) -> None:
    """Write the plan as an .xlsx file at `path`; the same plan gives the same bytes.

    Raises ModelError where the workbook's formulas and the plan's cost lines differ by more than the larger of 0.01
    currency units and 1e-9, and OSError where the file cannot be written; then nothing is left behind.
    """
    write_atomically(path, lambda temporary: _write(plan, temporary))


def _write(plan: Plan, path: Path) -> None:
    with new_workbook(path) as workbook:
        created = datetime.datetime.fromisoformat(plan.as_of)
        workbook.set_properties({"title": label("sheet.summary", plan.language), "created": created})
        styles = Styles(workbook, plan.objective.currency, plan.language)
        report = Report(plan, workbook, styles)
        sheets = {key: _add_sheet(report, key) for key in SHEET_KEYS if key not in left_out(plan)}
        inputs = fill_inputs(report, sheets["inputs"])
        purchases = fill_purchases(report, sheets["purchases"], inputs)
        cost = fill_cost(report, sheets["cost"], inputs)
        limits = fill_limits(report, sheets["limits"], purchases)
        finance = fill_finance(report, sheets, inputs, purchases, cost)
        proof = fill_proof(report, sheets["proof"], cost.detail_rows)
        figures = Figures(inputs, purchases, cost, limits, proof, finance)
        master = fill_checks(sheets["checks"], report.currency, figures)
        fill_cover(report, sheets["cover"], inputs, master, sheets)
        fill_requirements(report, sheets["requirements"])
        fill_price_basis(report, sheets["price_basis"])
        fill_placement(report, sheets["placement"])
        fill_capacity(report, sheets["capacity"])
        if plan.storage is not None:
            fill_storage(report, sheets["storage"])
        fill_seats(report, sheets["seats"])
        if plan.racks:
            fill_racks(report, sheets["racks"])
        fill_rejections(report, sheets["rejections"])
        ranges = None
        if plan.explanation is not None:
            ranges = fill_limit_values(report, sheets["limit_values"], inputs)
            fill_alternatives(report, sheets["alternatives"])
        fill_sources(report, sheets["sources"])
        fill_acceptance(report, sheets["acceptance"])
        fill_risks(report, sheets["risks"])
        fill_summary(report, sheets["summary"], sheets["cost"], figures, master, ranges)
        fill_version(report, sheets["version"], cut_texts=sum(sheet.cut_texts for sheet in sheets.values()))


def _add_sheet(report: Report, key: str) -> Sheet:
    worksheet = report.workbook.add_worksheet(label(f"sheet.{key}", report.plan.language))
    worksheet.set_tab_color(TAB_COLOURS.get(key, RESULT_TAB_COLOUR))
    return Sheet(worksheet, report.styles, report.plan.language)
