"""Risks: worst first, with the rule behind each level; levels may be changed, owner and date are left to fill in."""

from optimizer.plan.risk.risk import Risk
from optimizer.plan.risk.risks import risks
from optimizer.report.report import Report
from optimizer.report.risk_words import risk_concerns, risk_fact, risk_mitigation, risk_name, risk_rule
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import write_heads
from optimizer.report.texts import both

(
    NUMBER, NAME, OTHER_NAME, LIKELIHOOD, IMPACT, LEVEL, CONCERNS, OTHER_CONCERNS, FACT, OTHER_FACT, RULE, OTHER_RULE,
    ACT, OTHER_ACT, OWNER, DUE,
) = range(16)  # fmt: skip
HEAD = (
    "head.number", "head.risk", "head.likelihood", "head.impact", "head.level", "head.affected", "head.fact",
    "head.risk_rule", "head.mitigation", "head.owner", "head.due",
)  # fmt: skip
HEAD_ROW = 3
WIDTHS = {NUMBER: 6, NAME: 20, LIKELIHOOD: 9, IMPACT: 9, LEVEL: 9, CONCERNS: 24, FACT: 34, RULE: 28, ACT: 34, OWNER: 11,
          DUE: 11}  # fmt: skip
RED_FROM, AMBER_FROM = 6, 3


def fill_risks(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    found = risks(report.plan)
    sheet.other_language(OTHER_NAME, OTHER_CONCERNS, OTHER_FACT, OTHER_RULE, OTHER_ACT)
    sheet.title("sheet.risks", "risks.note")
    for column, width in WIDTHS.items():
        sheet.width(column, width)
    write_heads(sheet, HEAD_ROW, HEAD)
    first = HEAD_ROW + 2
    for index, risk in enumerate(found):
        _risk(report, sheet, first + index, index + 1, risk)
    if found:
        _colour(sheet, first, first + len(found) - 1)
    else:
        sheet.words(first, NAME, both("risks.none", sheet.language), "muted")
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, NAME + 1)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _risk(report: Report, sheet: Sheet, row: int, number: int, risk: Risk) -> None:
    language = sheet.language
    sheet.number(row, NUMBER, number, "cell", "whole", "center")
    sheet.words(row, NAME, risk_name(risk, language), "cell", "bold", "wrap")
    likelihood = sheet.number(row, LIKELIHOOD, risk.likelihood, "cell", "whole", "input", "center")
    impact = sheet.number(row, IMPACT, risk.impact, "cell", "whole", "input", "center")
    sheet.formula(row, LEVEL, likelihood * impact, "cell", "whole", "center", "bold")
    sheet.words(row, CONCERNS, risk_concerns(report.plan, risk, language), "cell", "wrap")
    sheet.words(row, FACT, risk_fact(report.plan, risk, language), "cell", "wrap")
    sheet.words(row, RULE, risk_rule(risk, language), "cell", "wrap")
    sheet.words(row, ACT, risk_mitigation(risk, language), "cell", "wrap")
    for column in (OWNER, DUE):
        sheet.text(row, column, "", "cell", "input")


def _colour(sheet: Sheet, first: int, last: int) -> None:
    levels = {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": 3}
    sheet.worksheet.data_validation(first, LIKELIHOOD, last, IMPACT, levels)
    for least, style in ((RED_FROM, "alert"), (AMBER_FROM, "warn")):
        rule = {"type": "cell", "criteria": ">=", "value": least, "format": sheet.styles(style), "stop_if_true": True}
        sheet.worksheet.conditional_format(first, LEVEL, last, LEVEL, rule)
