"""Placement: what was asked, which pool carries it and how, how fast that should be, and seats on numbered servers."""

from collections.abc import Iterator

from optimizer.plan.machines import Placement, Seating
from optimizer.plan.plan import Plan, WorkloadEcho
from optimizer.report.cells import Expr
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Number, Value, columns, write_table
from optimizer.report.texts import Words, both, known, same

LAST_COLUMN = 18
OTHER = (4, 6, LAST_COLUMN)
"""After the fourth, the fifth and the last column on show; the last is for notes alone."""
DEMAND = (
    "head.workload", "head.model", "head.demand", "head.unit", "head.kind", "head.growth", "head.average_load",
    "head.native_precision", "head.latency", "head.demand_note",
)  # fmt: skip
WHERE = (
    "head.workload", "head.year", "head.server", "head.mode", "head.unit", "head.replicas", "head.cards", "head.tp",
    "head.pp", "head.ep", "head.weights", "head.kv", "head.demand", "head.capacity", "head.load",
)  # fmt: skip
SPEED = (
    "head.workload", "head.year", "head.server", "head.origin", "head.unit", "head.quantile", "head.capacity_replica",
    "head.p10", "head.p50", "head.p90", "head.concurrency", "head.ttft", "head.tpot", "head.e2e", "head.context",
    "head.notes",
)  # fmt: skip
TRAINING = (
    "head.workload", "head.year", "head.server", "head.origin", "head.unit", "head.days", "head.card_hours", "head.mfu",
)  # fmt: skip
SEATS = (
    "head.server", "head.server_number", "head.devices", "head.mode", "head.workload", "head.year", "head.replicas",
)  # fmt: skip


def fill_placement(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan = report.plan
    language = sheet.language
    sheet.other_language(*OTHER)
    sheet.title("sheet.placement")
    sheet.widest = 18
    for column in (LAST_COLUMN - 1, LAST_COLUMN):
        sheet.width(column, 44)
    names = {pool.server: pool.server_name for pool in plan.pools}
    sheet.section(3, 0, LAST_COLUMN, "placement.demand")
    row = _demands(sheet, 4, plan)
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.where")
    row = _where(sheet, row + 2, plan, names)
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.speed")
    row = write_table(sheet, row + 2, SPEED, (_speed(p, names, language) for p in plan.placements))
    if trained := [p for p in plan.placements if p.card_hours is not None]:
        sheet.section(row + 1, 0, LAST_COLUMN, "placement.training")
        row = write_table(sheet, row + 2, TRAINING, (_training(p, names, language) for p in trained))
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.seats")
    write_table(sheet, row + 2, SEATS, _seats(plan, names, language))
    sheet.worksheet.freeze_panes(1, 1)
    sheet.finish(repeat=(0, 0))


def _demands(sheet: Sheet, row: int, plan: Plan) -> int:
    """What was asked; the conversion is long and takes the rest of the row."""
    places = columns(sheet, len(DEMAND))
    end = write_table(sheet, row, DEMAND[:-1], (_demand(w, sheet.language) for w in plan.workloads))
    sheet.heading(row, places[-1], both(DEMAND[-1], sheet.language), last_column=LAST_COLUMN - 1)
    sheet.head(row, LAST_COLUMN, ("head.other_label",))
    for at, workload in enumerate(plan.workloads, start=row + 2):
        note = in_both(workload.demand_note, sheet.language)
        sheet.text(at, places[-1], note.here, "cell", "wrap", last_column=LAST_COLUMN - 1)
        sheet.text(at, LAST_COLUMN, note.there, "cell", "second")
    return end


def _demand(workload: WorkloadEcho, language: str) -> tuple[Value, ...]:
    growth = " → ".join(f"{g:g}" for g in workload.growth)
    kind = both(f"kind.{workload.kind}", language) if known(f"kind.{workload.kind}") else same(workload.kind)
    return (
        workload.name, workload.model or "–", float(workload.demand), in_both(workload.unit, language), kind, growth,
        workload.average_load, workload.native_precision or "–", workload.latency or "–",
    )  # fmt: skip


def _where(sheet: Sheet, row: int, plan: Plan, names: dict[str, str]) -> int:
    """Layout table; the load column is demand / capacity."""
    end = write_table(sheet, row, WHERE, (_layout(p, names, sheet.language) for p in plan.placements))
    places = columns(sheet, len(WHERE))
    demand, capacity, load = (places[WHERE.index(k)] for k in ("head.demand", "head.capacity", "head.load"))
    for at, placement in enumerate(plan.placements, start=row + 2):
        if placement.capacity:
            share = float(placement.demand / placement.capacity)
            sheet.formula(
                at, load, Expr(f"{sheet.address(at, demand)}/{sheet.address(at, capacity)}", share), "cell", "percent"
            )
    return end


def mode_of(language: str, *, rented: bool, owned: bool) -> Words:
    """Bought, rented or owned, as a word."""
    return both("word.owned" if owned else "word.rented" if rented else "word.bought", language)


def _layout(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    mode = mode_of(language, rented=p.rented, owned=p.owned)
    return (
        p.workload, p.year, names.get(p.server, p.server), mode, in_both(p.unit, language), float(p.replicas),
        float(p.cards), p.tensor_parallel, p.pipeline_parallel, p.expert_parallel, p.weight_precision, p.kv_precision,
        float(p.demand), float(p.capacity), None,
    )  # fmt: skip


def _speed(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    notes = [in_both(note, language) for note in p.notes]
    return (
        p.workload, p.year, names.get(p.server, p.server), both(f"origin.{p.origin}", language),
        in_both(p.unit, language), p.quantile, float(p.capacity_per_replica), p.band_p10, p.band_p50, p.band_p90,
        p.concurrency, p.ttft_p95_ms, p.tpot_p95_ms, p.e2e_p95_ms, p.max_context_tokens,
        Words("; ".join(n.here for n in notes), "; ".join(n.there for n in notes)),
    )  # fmt: skip


def _training(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    mfu = None if p.mfu is None else Number(p.mfu, "percent")
    return (
        p.workload, p.year, names.get(p.server, p.server), both(f"origin.{p.origin}", language),
        in_both(p.unit, language), p.days, p.card_hours, mfu,
    )  # fmt: skip


def _seats(plan: Plan, names: dict[str, str], language: str) -> Iterator[tuple[Value, ...]]:
    """The mode is that of the pool: what was bought and what is owned of one type share their numbers."""
    for seating in plan.seating:
        mode = mode_of(language, rented=seating.rented, owned=_only_owned(plan, seating))
        for seat in seating.seats:
            name = names.get(seating.server, seating.server)
            yield name, seat.number, seat.devices, mode, seat.workload, seating.year, in_both(seat.replicas, language)


def _only_owned(plan: Plan, seating: Seating) -> bool:
    pools = [p for p in plan.pools if (p.server, p.rented) == (seating.server, seating.rented)]
    return bool(pools) and all(any(p.owned) and not p.count for p in pools)
