"""Price basis: where each unit price comes from, with its range: what a buyer checks before asking for quotes."""

from collections.abc import Iterator

from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.input_table import parameter_note
from optimizer.report.sheets.table import Number, Value, columns, write_table
from optimizer.report.storage_words import storage_quote
from optimizer.report.texts import Words, both, label

HEAD = (
    "head.number", "head.item", "head.item_id", "head.date", "head.book", "head.basis", "head.low", "head.taken",
    "head.high", "head.confidence", "head.valid_until", "head.lead_time", "head.stock", "head.source",
)  # fmt: skip
HEAD_ROW = 3
STORAGE_PRICE = "parallel_storage_price"
OTHER_BASIS, CONFIDENCE, OTHER_CONFIDENCE = 6, 10, 11


def fill_price_basis(report: Report, sheet: Sheet) -> None:
    """Fill the sheet; the prices are those that the plan was solved with."""
    sheet.other_language(OTHER_BASIS, OTHER_CONFIDENCE)
    sheet.title("sheet.price_basis", "price_basis.note")
    sheet.widest = 60
    pools = report.plan.pools
    rows = [_row(n, pool, sheet.language) for n, pool in enumerate(pools, start=1)]
    write_table(sheet, HEAD_ROW, HEAD, [*rows, *_storage(report.plan, len(rows) + 1, sheet.language)])
    for at, pool in enumerate(pools, start=HEAD_ROW + 2):
        if pool.server in report.plan.quote_needed:
            trust = both(f"confidence.{pool.unit_price.confidence}", sheet.language)
            sheet.words(at, CONFIDENCE, trust, "cell", "warn")
    if storage_quote(report.plan, sheet.language):
        trust = both("confidence.low", sheet.language)
        sheet.words(HEAD_ROW + 2 + len(rows), CONFIDENCE, trust, "cell", "warn")
    sheet.width(0, 6)
    sheet.keep_width(columns(sheet, len(HEAD))[-1], 36)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 2)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _storage(plan: Plan, number: int, language: str) -> Iterator[tuple[Value, ...]]:
    """Storage that is bought: its price is a cost parameter, not a line of a price book."""
    storage, note = plan.storage, parameter_note(plan, STORAGE_PRICE)
    if storage is None or not storage.ordered_tb:
        return
    low, taken, high = (
        Number(float(amount), "money") for amount in (storage.price_low, storage.price_per_tb, storage.price_high)
    )
    fixed = storage.price_low == storage.price_high
    ends: tuple[Value, Value] = (label("price.no_range", language), None) if fixed else (low, high)
    trust = both(f"confidence.{note.confidence}", language)
    name, basis = both("item.storage", language).here, both("basis.cost parameter", language)
    date = in_both(note.date, language).here
    yield (
        number, f"{name} (TB)", STORAGE_PRICE, date, "–", basis, ends[0], taken, ends[1], trust, "–", "–", "–",
        note.source.here,
    )  # fmt: skip


def _row(number: int, pool: Pool, language: str) -> tuple[Value, ...]:
    price = pool.unit_price
    basis, vat = both(f"basis.{price.basis}", language), both(f"vat.{price.vat}", language)
    head = both("head.vat_basis", language)
    words = Words(*(f"{b} · {h} {v}" for b, h, v in zip(basis, head, vat, strict=True)))
    low, taken, high = (Number(float(amount), "money") for amount in (price.low, price.amount, price.high))
    ends: tuple[Value, Value] = (label("price.no_range", language), None) if price.low == price.high else (low, high)
    date, trust = in_both(price.date, language).here, both(f"confidence.{price.confidence}", language)
    valid = price.valid_until.isoformat() if price.valid_until else "–"
    stock = "–" if price.stock is None else f"{price.stock:,} × {price.stock_item}"
    return (
        number, pool.server_name, pool.server, date, price.book, words, ends[0], taken, ends[1], trust,
        valid, weeks(pool), stock, price.source,
    )  # fmt: skip


def weeks(pool: Pool) -> str:
    """Typical weeks from order to delivery, with their range."""
    lead = pool.lead_time
    if lead is None:
        return "–"
    return f"{lead.typical}" if lead.low == lead.high else f"{lead.typical} ({lead.low}–{lead.high})"
