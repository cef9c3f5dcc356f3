"""Approval summary, exactly one printed page: what to buy, what it costs, how sure that is, what to do next."""

from optimizer.report.cells import Cell
from optimizer.report.pages import PT_PER_PIXEL
from optimizer.report.placed_chart import OFFSET_PX
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.checks import Figures
from optimizer.report.sheets.cost_chart import insert_cost_chart
from optimizer.report.sheets.live_ranges import RangeCells
from optimizer.report.sheets.summary_blocks import (
    COLUMN_WIDTHS,
    FIRST,
    LAST,
    MIDDLE,
    OTHER,
    write_key_figures,
    write_limits,
    write_recommendation,
)
from optimizer.report.sheets.summary_notes import write_attention, write_shares, write_variants
from optimizer.report.texts import both, label

CHART_PX = (668, 240)


def fill_summary(
    report: Report, sheet: Sheet, cost_sheet: Sheet, figures: Figures, master: Cell, ranges: RangeCells | None
) -> None:
    """Fill the page; every amount on it is live unless it says `as solved`."""
    for column, width in enumerate(COLUMN_WIDTHS):
        sheet.width(column, width)
    sheet.other_language(*OTHER)
    _title(report, sheet)
    _checks(sheet, figures, master, 3)
    _changes(sheet, figures, ranges, 3)
    row = write_recommendation(report, sheet, figures.purchases, 5)
    left = write_key_figures(
        report, sheet, figures.inputs.changed, figures.purchases, figures.cost, figures.proof,
        figures.finance.units.per_million, row + 1,
    )  # fmt: skip
    right = write_limits(report, sheet, figures.limits, row + 1)
    right = write_shares(report, sheet, right + 1)
    left = write_variants(report, sheet, max(left, right - 1) + 1)  # its hidden headings hide no row on the right
    insert_cost_chart(report, sheet, cost_sheet, right, MIDDLE, figures.cost.item_rows, CHART_PX)
    row = max(left, sheet.row_below(right, (CHART_PX[1] + 2 * OFFSET_PX) * PT_PER_PIXEL))
    row = write_attention(report, sheet, row + 1)
    _sign(sheet, row + 1)
    sheet.finish(pages_tall=1)
    sheet.worksheet.center_horizontally()


def _title(report: Report, sheet: Sheet) -> None:
    plan = report.plan
    heading, subtitle = both("summary.title", sheet.language), both("summary.subtitle", sheet.language)
    case = both(f"case.{plan.price_case}", sheet.language)
    facts = {
        "as_of": plan.as_of, "book": plan.price_book, "currency": report.currency,
        "years": plan.cost_rules.horizon_years, "version": plan.tool_version,
    }  # fmt: skip
    scenario = f" · {label('proof.scenario', sheet.language)} {plan.scenario}" if plan.scenario else ""
    sheet.long_title(0, FIRST, LAST, f"{plan.name} · {heading.here}")
    sheet.long_title(1, FIRST, LAST, subtitle.here.format(case=case.here, **facts) + scenario, "subtitle")
    there = f"{plan.name} · {heading.there} · {subtitle.there.format(case=case.there, **facts)}"
    sheet.hidden_text(2, FIRST, there, "subtitle", last_column=LAST)


def _checks(sheet: Sheet, figures: Figures, master: Cell, row: int) -> None:
    """Master check, and whether an input differs from what the plan was solved with: then it says so too."""
    inputs = figures.inputs
    good, bad, stale = (label(f"summary.{k}", sheet.language) for k in ("checks_hold", "checks_fail", "checks_stale"))
    sheet.message(
        row,
        FIRST,
        f'IF({master.text}=1,IF({inputs.changed.text}>0,"{stale}","{good}"),"{bad}")',
        good if master.value else bad,
        "cell",
        "good",
        "center",
        last_column=FIRST + 2,
    )
    styles, address = sheet.styles, sheet.address(row, FIRST, row_fixed=True, column_fixed=True)
    red = {"type": "formula", "criteria": f'={address}="{bad}"', "format": styles("alert")}
    sheet.worksheet.conditional_format(row, FIRST, row, FIRST + 2, red)
    amber = {"type": "formula", "criteria": f'={address}="{stale}"', "format": styles("warn")}
    sheet.worksheet.conditional_format(row, FIRST, row, FIRST + 2, amber)


def _changes(sheet: Sheet, figures: Figures, ranges: RangeCells | None, row: int) -> None:
    """Whether an input differs from what the plan was solved with, and whether the plan must be solved again."""
    inputs = figures.inputs
    prices, others, same, inside, outside = (
        label(f"summary.{k}", sheet.language)
        for k in ("prices_changed", "inputs_changed", "inputs_same", "in_range", "out_of_range")
    )
    formula = f'IF({inputs.prices_changed.text}>0,"{prices}",IF({inputs.others_changed.text}>0,"{others}","{same}"))'
    if ranges is not None:
        alone = f"AND({inputs.changed.text}=1,{ranges.changed.text}=1)"
        formula = f'IF({ranges.outside.text}>0,"{outside}",IF({alone},"{inside}",{formula}))'
    sheet.message(row, FIRST + 3, formula, same, "cell", "muted", "center", last_column=LAST)
    address = sheet.address(row, FIRST + 3, row_fixed=True, column_fixed=True)
    amber = {"type": "formula", "criteria": f'={address}<>"{same}"', "format": sheet.styles("warn")}
    sheet.worksheet.conditional_format(row, FIRST + 3, row, LAST, amber)


def _sign(sheet: Sheet, row: int) -> None:
    """Next action and five empty signature boxes."""
    words = both("summary.next", sheet.language)
    sheet.text(row, FIRST, words.here, "cell", "wrap", "bold", last_column=LAST)
    sheet.hidden_text(row + 1, FIRST, words.there, "cell", "second", last_column=LAST)
    row += 3
    boxes = ("sign.requester", "sign.technical", "sign.finance", "sign.procurement", "sign.executive")
    spans = ((1, 2), (3, 3), (4, 5), (6, 8), (9, 11))
    for key, (first, last) in zip(boxes, spans, strict=True):
        words = both(key, sheet.language)
        sheet.hidden_text(row, first, words.there, "cell", "second", "center", last_column=last)
        for at, text in ((row + 1, words.here), (row + 2, "")):
            sheet.text(at, first, text, "cell", "center", last_column=last)
    sheet.height(row + 2, 34)
