"""Placement: what was asked of each workload, and which pool carries it and how."""

from optimizer.plan.machines import Placement
from optimizer.plan.plan import Plan, WorkloadEcho
from optimizer.report.cells import Expr
from optimizer.report.plan_texts import in_both
from optimizer.report.plan_words import not_sized
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, columns, write_table
from optimizer.report.texts import Words, both, known, same

LAST_COLUMN = 19
OTHER = (4, 6, 8, LAST_COLUMN)
"""After the fourth, fifth, sixth and last column on show; the last is for notes alone."""
DEMAND = (
    "head.workload", "head.model", "head.demand", "head.unit", "head.kind", "head.growth", "head.average_load",
    "head.native_precision", "head.latency", "head.demand_note",
)  # fmt: skip
WHERE = (
    "head.workload", "head.year", "head.server", "head.mode", "head.unit", "head.origin", "head.replicas",
    "head.cards", "head.tp", "head.pp", "head.ep", "head.weights", "head.kv", "head.demand", "head.capacity",
    "head.load",
)  # fmt: skip


def fill_placement(report: Report, sheet: Sheet) -> None:
    """Fill the sheet; the headings of the longer table, which stands last, are printed on every page of it."""
    plan = report.plan
    sheet.other_language(*OTHER)
    sheet.title("sheet.placement")
    sheet.widest = 20
    sheet.width(LAST_COLUMN, 44)
    sheet.section(3, 0, LAST_COLUMN, "placement.demand")
    row = _demands(sheet, 4, plan)
    sheet.section(row + 1, 0, LAST_COLUMN, "placement.where")
    _where(sheet, row + 2, plan)
    sheet.worksheet.freeze_panes(1, 1)
    sheet.finish(repeat=(row + 2, row + 3))


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


def _where(sheet: Sheet, row: int, plan: Plan) -> None:
    """Layout table; the load column is demand / capacity, but for what no load was sized for."""
    names, unsized = {pool.server: pool.server_name for pool in plan.pools}, not_sized(plan)
    write_table(sheet, row, WHERE, (_layout(p, names, sheet.language) for p in plan.placements))
    places = columns(sheet, len(WHERE))
    demand, capacity, load = (places[WHERE.index(k)] for k in ("head.demand", "head.capacity", "head.load"))
    for at, placement in enumerate(plan.placements, start=row + 2):
        if placement.capacity and placement.workload not in unsized:
            share = float(placement.demand / placement.capacity)
            sheet.formula(
                at, load, Expr(f"{sheet.address(at, demand)}/{sheet.address(at, capacity)}", share), "cell", "percent"
            )


def mode_of(language: str, *, rented: bool, owned: bool) -> Words:
    """Bought, rented or owned, as a word."""
    return both("word.owned" if owned else "word.rented" if rented else "word.bought", language)


def _layout(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    mode = mode_of(language, rented=p.rented, owned=p.owned)
    return (
        p.workload, p.year, names.get(p.server, p.server), mode, in_both(p.unit, language),
        both(f"origin.{p.origin}", language), float(p.replicas), float(p.cards), p.tensor_parallel,
        p.pipeline_parallel, p.expert_parallel, p.weight_precision, p.kv_precision, float(p.demand), float(p.capacity),
        None,
    )  # fmt: skip
