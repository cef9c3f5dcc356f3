"""Placement: what was asked, which pool carries it and how, how fast that should be, and seats on numbered servers."""

from collections.abc import Iterator

from optimizer.plan.machines import Placement, Seating
from optimizer.plan.plan import Plan, WorkloadEcho
from optimizer.report.cells import Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, write_table
from optimizer.report.texts import label

LAST_COLUMN = 14
DEMAND = (
    "head.workload", "head.kind", "head.model", "head.demand", "head.unit", "head.growth", "head.average_load",
    "head.native_precision", "head.latency", "head.demand_note",
)  # fmt: skip
WHERE = (
    "head.workload", "head.year", "head.server", "head.mode", "head.replicas", "head.cards", "head.tp", "head.pp",
    "head.ep", "head.weights", "head.kv", "head.demand", "head.capacity", "head.unit", "head.load",
)  # fmt: skip
SPEED = (
    "head.workload", "head.year", "head.server", "head.origin", "head.quantile", "head.capacity_replica", "head.p10",
    "head.p50", "head.p90", "head.concurrency", "head.ttft", "head.tpot", "head.e2e", "head.context", "head.notes",
)  # fmt: skip
SEATS = (
    "head.server",
    "head.mode",
    "head.year",
    "head.server_number",
    "head.workload",
    "head.replicas",
    "head.devices",
)


def fill_placement(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan = report.plan
    sheet.title("sheet.placement")
    sheet.widest = 18
    sheet.width(LAST_COLUMN, 44)
    names = {pool.server: pool.server_name for pool in plan.pools}
    sheet.section(2, 0, LAST_COLUMN, "placement.demand")
    row = write_table(sheet, 3, DEMAND, (_demand(w) for w in plan.workloads))
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.where")
    row = _where(sheet, row + 2, plan, names)
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.speed")
    row = write_table(sheet, row + 2, SPEED, (_speed(p, names, sheet.language) for p in plan.placements))
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.seats")
    write_table(sheet, row + 2, SEATS, _seats(plan.seating, names, sheet.language))
    sheet.worksheet.freeze_panes(1, 1)
    sheet.finish(repeat=(0, 0))


def _demand(workload: WorkloadEcho) -> tuple[Value, ...]:
    growth = " → ".join(f"{g:g}" for g in workload.growth)
    return (
        workload.name, workload.kind, workload.model or "–", float(workload.demand), workload.unit, growth,
        workload.average_load, workload.native_precision or "–", workload.latency or "–", workload.demand_note,
    )  # fmt: skip


def _where(sheet: Sheet, row: int, plan: Plan, names: dict[str, str]) -> int:
    """Layout table; the load column is demand / capacity."""
    end = write_table(sheet, row, WHERE, (_layout(p, names, sheet.language) for p in plan.placements))
    demand, capacity, load = (WHERE.index(k) for k in ("head.demand", "head.capacity", "head.load"))
    for at, placement in enumerate(plan.placements, start=row + 2):
        if placement.capacity:
            share = float(placement.demand / placement.capacity)
            sheet.formula(
                at, load, Expr(f"{sheet.address(at, demand)}/{sheet.address(at, capacity)}", share), "cell", "percent"
            )
    return end


def mode_of(language: str, *, rented: bool, owned: bool) -> str:
    """Bought, rented or owned, as a word."""
    return label("word.owned" if owned else "word.rented" if rented else "word.bought", language)


def _layout(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    mode = mode_of(language, rented=p.rented, owned=p.owned)
    return (
        p.workload, p.year, names.get(p.server, p.server), mode, float(p.replicas), float(p.cards), p.tensor_parallel,
        p.pipeline_parallel, p.expert_parallel, p.weight_precision, p.kv_precision, float(p.demand),
        float(p.capacity), p.unit, None,
    )  # fmt: skip


def _speed(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    return (
        p.workload, p.year, names.get(p.server, p.server), label(f"origin.{p.origin}", language), p.quantile,
        float(p.capacity_per_replica), p.band_p10, p.band_p50, p.band_p90, p.concurrency, p.ttft_p95_ms, p.tpot_p95_ms,
        p.e2e_p95_ms, p.max_context_tokens, "; ".join(p.notes),
    )  # fmt: skip


def _seats(seatings: tuple[Seating, ...], names: dict[str, str], language: str) -> Iterator[tuple[Value, ...]]:
    for seating in seatings:
        mode = mode_of(language, rented=seating.rented, owned=False)
        for seat in seating.seats:
            name = names.get(seating.server, seating.server)
            yield name, mode, seating.year, seat.number, seat.workload, seat.replicas, seat.devices
