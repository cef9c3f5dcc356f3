"""Acceptance: per pool what to measure at delivery, the least or most to accept, live verdicts, and the fault table."""

from collections.abc import Iterator

from optimizer.plan.machines import Pool
from optimizer.report.acceptance.checks import Check, checks_of
from optimizer.report.acceptance.faults import FAULTS
from optimizer.report.acceptance.methods import method_words
from optimizer.report.cells import Cell, Expr
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import write_heads
from optimizer.report.texts import Words, both, in_order, label

(
    ITEM, OTHER_ITEM, UNIT, OTHER_UNIT, EXPECTED, FACTOR, LEAST, MOST, MEASURED, VERDICT, METHOD, OTHER_METHOD, RULE,
    OTHER_RULE,
) = range(14)  # fmt: skip
HEAD = (
    "head.accept_item", "head.unit", "head.accept_expected", "head.accept_factor", "head.accept_least",
    "head.accept_most", "head.accept_measured", "head.accept_verdict", "head.accept_method", "head.accept_rule",
)  # fmt: skip
COUNTS = ("pass", "fail", "open")
COUNT_LABELS = ("accept.passed", "accept.failed", "accept.open")
COUNTS_ROW, HEAD_ROW = 3, 7
RULE_WIDTH = 46
FAULT_SPANS = ((ITEM, ITEM), (UNIT, LEAST), (MOST, METHOD), (RULE, RULE))
FAULT_HEADS = ("head.accept_symptom", "head.accept_cause", "head.accept_look", "head.accept_remedy")


def fill_acceptance(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan = report.plan
    sheet.other_language(OTHER_ITEM, OTHER_UNIT, OTHER_METHOD, OTHER_RULE)
    sheet.title("sheet.acceptance", "accept.note")
    sheet.widest = RULE_WIDTH
    write_heads(sheet, HEAD_ROW, HEAD)
    row = HEAD_ROW + 2
    accepted = {(m.server, m.rented) for m in plan.acceptance.machines}
    pools = [pool for pool in plan.pools if (pool.server, pool.rented) in accepted]
    for pool in pools:
        row = _pool(report, sheet, pool, row)
    if not pools:
        sheet.words(row, ITEM, both("accept.none", sheet.language), "muted")
        row += 1
    _counts(sheet, HEAD_ROW + 2, row - 1, measured=sum(len(checks_of(plan, pool, sheet.language)) for pool in pools))
    _faults(sheet, row + 1)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _counts(sheet: Sheet, first: int, last: int, measured: int) -> None:
    """Passed, failed and open checks of the whole sheet, and who measured."""
    span = f"{sheet.address(first, VERDICT)}:{sheet.address(last, VERDICT)}"
    for index, (verdict, key) in enumerate(zip(COUNTS, COUNT_LABELS, strict=True)):
        row = COUNTS_ROW + index
        word = label(f"verdict.{verdict}", sheet.language)
        sheet.label(row, ITEM, key, "cell")
        count = Expr(f'COUNTIF({span},"{word}")', float(measured if verdict == "open" else 0))
        sheet.formula(row, UNIT, count, "cell", "whole", "center")
    red = {"type": "cell", "criteria": ">", "value": 0, "format": sheet.styles("alert")}
    sheet.worksheet.conditional_format(COUNTS_ROW + 1, UNIT, COUNTS_ROW + 1, UNIT, red)
    sign = both("accept.sign", sheet.language)
    sheet.text(COUNTS_ROW, METHOD, sign.here, "cell")
    sheet.text(COUNTS_ROW, OTHER_METHOD, sign.there, "cell", "second")
    sheet.text(COUNTS_ROW, RULE, "", "cell", "input")


def _pool(report: Report, sheet: Sheet, pool: Pool, row: int) -> int:
    """A band with the machine and where its facts come from, then its checks; returns the next free row."""
    language = sheet.language
    machine = next(m for m in report.plan.acceptance.machines if (m.server, m.rented) == (pool.server, pool.rented))
    name = _filled("accept.pool", language, server=pool.server_name, count=f"{pool.count}", card=pool.card_name)
    sheet.section_words(row, ITEM, RULE, name)
    row += 1
    if machine.source:
        here, there = (
            _filled("accept.source", language, source=machine.source, date=date, confidence=words)
            for words, date in zip(
                both(f"confidence.{machine.confidence}", language), in_both(machine.date, language), strict=True
            )
        )
        sheet.text(row, ITEM, here.here, "subtitle", "wrap", last_column=RULE)
        sheet.hidden_text(row + 1, ITEM, there.there, "subtitle", last_column=RULE)
        row += 2
    for check in checks_of(report.plan, pool, language):
        _check(sheet, check, pool.ecosystem, row)
        row += 1
    return row


def _filled(key: str, language: str, **figures: str) -> Words:
    words = both(key, language)
    return Words(words.here.format(**figures), words.there.format(**figures))


def _check(sheet: Sheet, check: Check, ecosystem: str, row: int) -> None:
    item = both(f"accept.{check.key}", sheet.language)
    tail = f" · {check.subject}" if check.subject else ""
    sheet.words(row, ITEM, item.with_tail(tail), "cell", "wrap")
    sheet.words(row, UNIT, check.unit, "cell", "center", "wrap")
    expected = _figure(sheet, row, EXPECTED, check.expected)
    factor = _figure(sheet, row, FACTOR, check.factor, *(("input",) if check.own_rule else ()))
    least = most = None
    if check.has_floor and expected is not None and factor is not None:
        least = _limit(sheet, row, LEAST, expected * factor)
    if check.over_factor and expected is not None and factor is not None:
        most = _limit(sheet, row, MOST, expected / factor)
    elif check.ceiling is not None:
        most = _figure(sheet, row, MOST, check.ceiling)
    _blank(sheet, row, LEAST, taken=least is not None, fill=check.fill_floor)
    _blank(sheet, row, MOST, taken=most is not None, fill=check.fill_ceiling)
    _measured(sheet, row, is_answer=check.is_answer)
    _verdict(sheet, check, row, has_floor=least is not None, has_ceiling=most is not None)
    method = method_words(check.key, ecosystem, check.detail, sheet.language)
    sheet.words(row, METHOD, method, "cell", "wrap")
    sheet.words(row, RULE, check.rule, "cell", "wrap")


def _figure(sheet: Sheet, row: int, column: int, value: float | None, *style: str) -> Cell | None:
    if value is None:
        sheet.text(row, column, "–", "cell", "center", "muted")
        return None
    return sheet.number(row, column, value, "cell", _digits(value), *style)


def _limit(sheet: Sheet, row: int, column: int, formula: Expr) -> Cell:
    return sheet.formula(row, column, formula, "cell", _digits(formula.value))


def _digits(value: float) -> str:
    return "whole" if float(value).is_integer() else "thousandths" if abs(value) < 10 else "tenths"


def _blank(sheet: Sheet, row: int, column: int, *, taken: bool, fill: bool) -> None:
    """A limit that does not apply, or one that somebody fills in."""
    if fill:
        sheet.text(row, column, "", "cell", "input")
        sheet.worksheet.data_validation(row, column, row, column, {"validate": "decimal", "criteria": ">=", "value": 0})
    elif not taken:
        sheet.text(row, column, "–", "cell", "center", "muted")


def _measured(sheet: Sheet, row: int, *, is_answer: bool) -> None:
    """The cell to fill: a number, or yes and no from a list."""
    sheet.text(row, MEASURED, "", "cell", "input", "center")
    rule: dict[str, object] = {"validate": "decimal", "criteria": ">=", "value": 0}
    if is_answer:
        rule = {"validate": "list", "source": [label(f"word.{word}", sheet.language) for word in ("yes", "no")]}
    sheet.worksheet.data_validation(row, MEASURED, row, MEASURED, rule)


def _verdict(sheet: Sheet, check: Check, row: int, *, has_floor: bool, has_ceiling: bool) -> None:
    """Open until everything it compares is there, then pass or fail; red when it fails."""
    measured, least, most = (sheet.address(row, column) for column in (MEASURED, LEAST, MOST))
    blanks, holds = [f'{measured}=""'], list[str]()
    if check.is_answer:
        holds.append(f'{measured}="{label("word.yes", sheet.language)}"')
    for limit, sign, fixed, filled in (
        (least, ">=", has_floor, check.fill_floor),
        (most, "<=", has_ceiling, check.fill_ceiling),
    ):
        if fixed or filled:
            holds.append(f"{measured}{sign}{limit}")
        if filled:
            blanks.append(f'{limit}=""')
    passed, failed, untested = (label(f"verdict.{word}", sheet.language) for word in COUNTS)
    formula = f'IF(OR({",".join(blanks)}),"{untested}",IF(AND({",".join(holds)}),"{passed}","{failed}"))'
    sheet.message(row, VERDICT, formula, untested, "cell", "center")
    for word, style in ((failed, "alert"), (passed, "good")):
        rule = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": sheet.styles(style)}
        sheet.worksheet.conditional_format(row, VERDICT, row, VERDICT, rule)


def _faults(sheet: Sheet, row: int) -> None:
    """Symptom, cause, check, remedy; the other language in a hidden row below each."""
    sheet.section(row, ITEM, RULE, "accept.faults")
    for (first, last), key in zip(FAULT_SPANS, FAULT_HEADS, strict=True):
        sheet.heading(row + 1, first, both(key, sheet.language), last if last > first else None)
    row += 3
    for fault in FAULTS:
        for (first, last), words in zip(FAULT_SPANS, _in_language(fault, sheet.language), strict=True):
            span = last if last > first else None
            sheet.text(row, first, words.here, "cell", "wrap", "top", last_column=span)
            sheet.hidden_text(row + 1, first, words.there, "cell", "wrap", last_column=span)
        row += 2


def _in_language(fault: tuple[tuple[str, str], ...], language: str) -> Iterator[Words]:
    return (in_order(*text, language) for text in fault)
