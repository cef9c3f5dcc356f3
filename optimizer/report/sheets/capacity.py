"""Capacity and latency of every placement, modelled or measured, and how long training takes."""

from optimizer.plan.machines import Placement
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.load_curves import write_load_curves
from optimizer.report.sheets.table import Number, Value, write_table
from optimizer.report.texts import Words, both

SPEED = (
    "head.workload", "head.year", "head.server", "head.origin", "head.unit", "head.quantile", "head.capacity_replica",
    "head.p10", "head.p50", "head.p90", "head.concurrency", "head.ttft_mean", "head.ttft", "head.tpot_mean",
    "head.tpot", "head.e2e", "head.context",
)  # fmt: skip
TRAINING = ("head.days", "head.card_hours", "head.mfu")
HEAD_ROW = 3
OTHER_ORIGIN, OTHER_UNIT = 4, 6
NOTES_WIDTH = 26


def fill_capacity(report: Report, sheet: Sheet) -> None:
    """Fill the sheet; the columns of training only where something is trained."""
    plan = report.plan
    trained = any(p.card_hours is not None for p in plan.placements)
    heads = (*SPEED, *(TRAINING if trained else ()), "head.notes")
    notes = len(heads) - 1 + len((OTHER_ORIGIN, OTHER_UNIT))
    sheet.other_language(OTHER_ORIGIN, OTHER_UNIT, notes + 1)
    sheet.title("sheet.capacity", "capacity.note")
    sheet.widest = 18
    for column in (notes, notes + 1):
        sheet.width(column, NOTES_WIDTH)
    names = {pool.server: pool.server_name for pool in plan.pools}
    rows = (
        (*_speed(p, names, sheet.language), *(_training(p) if trained else ()), _notes(p, sheet.language))
        for p in plan.placements
    )
    end = write_table(sheet, HEAD_ROW, heads, rows)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    head, curves = HEAD_ROW, write_load_curves(report, sheet, end + 1)
    if curves and curves[1] - curves[0] > end - HEAD_ROW:
        head = curves[0]
    sheet.finish(repeat=(head, head + 1))


def _speed(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    return (
        p.workload, p.year, names.get(p.server, p.server), both(f"origin.{p.origin}", language),
        in_both(p.unit, language), p.quantile, float(p.capacity_per_replica), p.band_p10, p.band_p50, p.band_p90,
        p.concurrency, p.ttft_mean_ms, p.ttft_p95_ms, p.tpot_mean_ms, p.tpot_p95_ms, p.e2e_p95_ms,
        p.max_context_tokens,
    )  # fmt: skip


def _training(p: Placement) -> tuple[Value, ...]:
    return p.days, p.card_hours, None if p.mfu is None else Number(p.mfu, "percent")


def _notes(p: Placement, language: str) -> Words:
    notes = [in_both(note, language) for note in p.notes]
    return Words("; ".join(n.here for n in notes), "; ".join(n.there for n in notes))
