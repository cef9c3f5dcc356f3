"""Approval summary, exactly one printed page: what to buy, what it costs, how sure that is, what to do next."""

from dataclasses import dataclass

from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_chart import insert_cost_chart
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.limits import LimitCells
from optimizer.report.sheets.proof import ProofCells
from optimizer.report.sheets.purchases import PurchaseCells
from optimizer.report.sheets.summary_blocks import (
    COLUMN_WIDTHS,
    FIRST,
    LAST,
    write_key_figures,
    write_limits,
    write_recommendation,
)
from optimizer.report.sheets.summary_notes import write_attention, write_shares, write_variants
from optimizer.report.texts import both, label

LEFT_OF_CHART = 5
CHART_PX = (705, 300)
ROW_PX = 21.4
"""Height of a row of 16 points on screen."""


@dataclass(frozen=True)
class Figures:
    """Cells of the other sheets that page one shows."""

    inputs: InputCells
    purchases: PurchaseCells
    cost: CostCells
    limits: LimitCells
    proof: ProofCells


def fill_summary(report: Report, sheet: Sheet, cost_sheet: Sheet, figures: Figures) -> None:
    """Fill the page; every amount on it is live unless it says `as solved`."""
    for column, width in enumerate(COLUMN_WIDTHS):
        sheet.width(column, width)
    _title(report, sheet)
    _checks(sheet, figures, 3)
    row = write_recommendation(report, sheet, figures.purchases, 5)
    left = write_key_figures(report, sheet, figures.purchases, figures.cost, figures.proof, row + 1)
    right = write_limits(report, sheet, figures.limits, row + 1)
    left = write_variants(report, sheet, left + 1)
    left = write_shares(report, sheet, left + 1)
    insert_cost_chart(report, sheet, cost_sheet, right + 1, LEFT_OF_CHART, figures.cost.item_rows, *CHART_PX)
    row = max(left, right + 1 + round(CHART_PX[1] / ROW_PX) + 1)
    row = write_attention(report, sheet, row + 1)
    _sign(sheet, row + 1)
    sheet.finish(pages_tall=1)
    sheet.worksheet.center_horizontally()


def _title(report: Report, sheet: Sheet) -> None:
    plan = report.plan
    heading = both("summary.title", sheet.language)[0]
    sheet.text(0, FIRST, f"{plan.name} · {heading}", "title", last_column=LAST)
    sheet.worksheet.set_row(0, 28)
    scenario = f" · {label('proof.scenario', sheet.language)} {plan.scenario}" if plan.scenario else ""
    words = label("summary.subtitle", sheet.language).format(
        as_of=plan.as_of, book=plan.price_book, case=plan.price_case, currency=report.currency,
        years=plan.cost_rules.horizon_years, version=plan.tool_version, other=both("summary.title", sheet.language)[1],
    )  # fmt: skip
    sheet.text(1, FIRST, words + scenario, "subtitle", last_column=LAST)


def _checks(sheet: Sheet, figures: Figures, row: int) -> None:
    """Master check, and whether an input differs from what the plan was solved with."""
    master, inputs = figures.proof.master, figures.inputs
    good, bad = label("summary.checks_hold", sheet.language), label("summary.checks_fail", sheet.language)
    sheet.message(
        row,
        FIRST,
        f'IF({master.text}=1,"{good}","{bad}")',
        good if master.value else bad,
        "cell",
        "good",
        "center",
        last_column=FIRST + 1,
    )
    prices, others, same = (
        label(f"summary.{k}", sheet.language) for k in ("prices_changed", "inputs_changed", "inputs_same")
    )
    formula = f'IF({inputs.prices_changed.text}>0,"{prices}",IF({inputs.others_changed.text}>0,"{others}","{same}"))'
    sheet.message(row, FIRST + 2, formula, same, "cell", "muted", "center", last_column=LAST)
    styles, address = sheet.styles, sheet.address(row, FIRST, row_fixed=True, column_fixed=True)
    red = {"type": "formula", "criteria": f'={address}="{bad}"', "format": styles("alert")}
    sheet.worksheet.conditional_format(row, FIRST, row, FIRST + 1, red)
    address = sheet.address(row, FIRST + 2, row_fixed=True, column_fixed=True)
    amber = {"type": "formula", "criteria": f'={address}<>"{same}"', "format": styles("warn")}
    sheet.worksheet.conditional_format(row, FIRST + 2, row, LAST, amber)


def _sign(sheet: Sheet, row: int) -> None:
    """Next action and five empty signature boxes."""
    here, there = both("summary.next", sheet.language)
    sheet.text(row, FIRST, f"{here}\n{there}", "cell", "wrap", "bold", last_column=LAST)
    row += 2
    boxes = ("sign.requester", "sign.technical", "sign.finance", "sign.procurement", "sign.executive")
    spans = ((1, 1), (2, 2), (3, 4), (5, 6), (7, 9))
    for key, (first, last) in zip(boxes, spans, strict=True):
        words = " ".join(both(key, sheet.language))
        sheet.text(row, first, words, "cell", "second", "center", last_column=last if last > first else None)
        sheet.text(row + 1, first, "", "cell", last_column=last if last > first else None)
    sheet.worksheet.set_row(row + 1, 34)
