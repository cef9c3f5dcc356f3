"""Capacity and latency of every placement, modelled or measured, and below it how long training takes."""

from collections.abc import Iterable, Iterator

from optimizer.plan.machines import Placement
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.load_curves import write_load_curves
from optimizer.report.sheets.table import Number, Value, columns, write_heads, write_rows
from optimizer.report.texts import Words, both

COMMON = (
    "head.workload", "head.years", "head.server", "head.origin", "head.unit", "head.quantile", "head.capacity_replica",
    "head.p10", "head.p50", "head.p90",
)  # fmt: skip
LATENCY = (
    "head.concurrency", "head.ttft_mean", "head.ttft", "head.tpot_mean", "head.tpot", "head.e2e", "head.context",
)  # fmt: skip
TRAINING = ("head.days", "head.card_hours", "head.mfu")
HEAD_ROW = 3
OTHER_ORIGIN, OTHER_UNIT = 4, 6
NOTES = len((*COMMON, *LATENCY, OTHER_ORIGIN, OTHER_UNIT))
"""Column of the notes in both tables; those of training begin where its shorter rows end."""
NOTES_WIDTH = 26
SERVER, SERVER_WIDTH = 2, 18


def fill_capacity(report: Report, sheet: Sheet) -> None:
    """Fill the sheet; each table is there where something is served or trained."""
    placements = report.plan.placements
    served, trained = ([p for p in placements if (p.card_hours is not None) == training] for training in (False, True))
    sheet.other_language(OTHER_ORIGIN, OTHER_UNIT, NOTES + 1)
    sheet.title("sheet.capacity", "capacity.note")
    sheet.widest = 18
    for column in (NOTES, NOTES + 1):
        sheet.width(column, NOTES_WIDTH)
    sheet.keep_width(SERVER, SERVER_WIDTH)
    names = {pool.server: pool.server_name for pool in report.plan.pools}
    row, tables = HEAD_ROW, []
    for heads, found in ((LATENCY, served), (TRAINING, trained)):
        if found or (heads == LATENCY and not trained):
            end = _table(sheet, row, heads, found, names)
            tables.append((row, end))
            row = end + 1
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    if curves := write_load_curves(report, sheet, row):
        tables.append(curves)
    head, _ = max(tables, key=lambda table: table[1] - table[0])
    sheet.finish(repeat=(head, head + 1))


def _table(sheet: Sheet, row: int, heads: tuple[str, ...], found: list[Placement], names: dict[str, str]) -> int:
    """One table, with the notes in the rest of each row; returns the next free row."""
    first = columns(sheet, len(COMMON) + len(heads))[-1] + 1
    last = NOTES if first < NOTES else None
    write_heads(sheet, row, (*COMMON, *heads))
    sheet.heading(row, first, both("head.notes", sheet.language), last_column=last)
    sheet.head(row, NOTES + 1, ("head.other_label",))
    rows = list(_rows(found, heads, names, sheet.language))
    end = write_rows(sheet, row + 2, len(COMMON) + len(heads), (values for values, _ in rows))
    for at, (_, notes) in enumerate(rows, start=row + 2):
        sheet.text(at, first, notes.here, "cell", "wrap", last_column=last)
        sheet.text(at, NOTES + 1, notes.there, "cell", "second")
    return end


def _rows(
    found: Iterable[Placement], heads: tuple[str, ...], names: dict[str, str], language: str
) -> Iterator[tuple[tuple[Value, ...], Words]]:
    """Years in which nothing differs share a row."""
    years: dict[tuple[tuple[Value, ...], tuple[Value, ...], Words], list[int]] = {}
    for p in found:
        measures = _training(p) if heads == TRAINING else _latency(p)
        row = (p.workload,), (*_common(p, names, language), *measures), _notes(p, language)
        years.setdefault(row, []).append(p.year)
    for (workload, values, notes), same in years.items():
        yield (*workload, _span(same), *values), notes


def _span(years: list[int]) -> str:
    """Of years in ascending order: `1–3` where none is missing between them."""
    if len(years) > 1 and years[-1] - years[0] == len(years) - 1:
        return f"{years[0]}–{years[-1]}"
    return ", ".join(map(str, years))


def _common(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    return (
        names.get(p.server, p.server), both(f"origin.{p.origin}", language), in_both(p.unit, language), p.quantile,
        float(p.capacity_per_replica), p.band_p10, p.band_p50, p.band_p90,
    )  # fmt: skip


def _latency(p: Placement) -> tuple[Value, ...]:
    return (
        p.concurrency, p.ttft_mean_ms, p.ttft_p95_ms, p.tpot_mean_ms, p.tpot_p95_ms, p.e2e_p95_ms, p.max_context_tokens
    )  # fmt: skip


def _training(p: Placement) -> tuple[Value, ...]:
    return p.days, p.card_hours, None if p.mfu is None else Number(p.mfu, "percent")


def _notes(p: Placement, language: str) -> Words:
    notes = [in_both(note, language) for note in p.notes]
    return Words("; ".join(n.here for n in notes), "; ".join(n.there for n in notes))
