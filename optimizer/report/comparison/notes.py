"""Notes: how to read the comparison, what each scenario asks attention for, what nobody wrote in the file."""

from collections.abc import Iterator

from optimizer.plan.comparison import Comparison, ScenarioResult
from optimizer.plan.plan import Plan
from optimizer.report.comparison.columns import scenario_name
from optimizer.report.plan_texts import in_both
from optimizer.report.plan_words import generic_tiers, not_sized, server_names, stated_lines
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.sources import LAST_COLUMN, OTHER, write_assumptions
from optimizer.report.sheets.table import Value, write_table
from optimizer.report.texts import Words, both, in_order, same

READING = ("notes.same", "notes.proof", "notes.bridge", "notes.share", "notes.values")
CAUTIONS = ("compare.scenario", "head.label", "head.detail")


def fill_notes(sheet: Sheet, comparison: Comparison) -> None:
    """Fill the sheet."""
    language = sheet.language
    sheet.other_language(*OTHER)
    sheet.title("sheet.notes")
    sheet.section(3, 0, LAST_COLUMN, "notes.reading")
    row = 4
    for key in READING:
        words = both(key, language)
        sheet.text(row, 0, words.here, "wrap", last_column=LAST_COLUMN)
        sheet.hidden_text(row + 1, 0, words.there, "second", last_column=LAST_COLUMN)
        row += 2
    sheet.section(row + 1, 0, LAST_COLUMN, "notes.scenarios")
    cautions = (line for result in comparison.results for line in _cautions(result, language))
    row = write_table(sheet, row + 2, CAUTIONS, cautions)
    base, repeated = comparison.results[0].plan, (0, 0)
    if base is not None:
        write_assumptions(sheet, row + 1, base)
        repeated = (row + 2, row + 3)
    sheet.worksheet.freeze_panes(1, 0)
    sheet.finish(repeat=repeated)


def _cautions(result: ScenarioResult, language: str) -> Iterator[tuple[Value, ...]]:
    name, plan = scenario_name(result, language).here, result.plan
    if result.demand_changed:
        yield name, both("compare.demand", language), both("compare.demand_changed", language)
    if plan is None:
        yield name, both("head.status", language), both(f"status.{result.status}", language)
        return
    if plan.no_acquisition:
        yield name, both("summary.no_acquisition", language), both("summary.no_acquisition_text", language)
    for key, names in (
        ("summary.split", plan.split_note),
        ("summary.not_sized", not_sized(plan)),
        ("summary.stated", stated_lines(plan, language)),
        ("summary.generic", generic_tiers(plan, language)),
        ("summary.lead_time", _names(plan, plan.lead_time_risk)),
        ("summary.quote_needed", _names(plan, plan.quote_needed)),
        ("summary.precision", plan.below_checkpoint_precision),
    ):
        if names:
            yield name, both(key, language), same(", ".join(names))
    if plan.not_counted:
        yield name, both("limits.not_counted", language), _joined(plan.not_counted, language)


def _names(plan: Plan, servers: tuple[str, ...]) -> list[str]:
    return [server_names(plan, [server]) for server in servers]


def _joined(texts: tuple[str, ...], language: str) -> Words:
    chinese = "；".join(in_both(text, "zh").here for text in texts)
    return in_order(chinese, "; ".join(in_both(text, "en").here for text in texts), language)
