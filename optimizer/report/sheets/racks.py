"""Racks: use of each against its limits, where every server stands, and the elevations as a picture of cells."""

from collections import defaultdict
from collections.abc import Mapping

from optimizer.plan.elevation import Rack, RackedServer
from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell, Expr
from optimizer.report.rack_words import rack_name, spares_in
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.rack_chart import insert_rack_chart
from optimizer.report.sheets.rack_picture import draw_elevations
from optimizer.report.sheets.table import Number, Value, write_heads, write_value
from optimizer.report.texts import Words, both

RACK, SERVER, COUNT, U_EACH, U_USED, U_LIMIT, KW_EACH, KW_USED, KW_LIMIT, KG_EACH, KG_USED, KG_LIMIT = range(12)
OTHER = 12
"""The other language of the last column of the list of servers."""
USE = (
    "head.rack", "head.server", "head.servers", "head.rack_units_each", "head.rack_units", "head.rack_units_limit",
    "head.rack_kw_each", "head.rack_kw", "head.rack_kw_limit", "head.rack_kg_each", "head.rack_kg",
    "head.rack_kg_limit",
)  # fmt: skip
PLACES = (
    "head.rack", "head.server", "head.server_number", "head.rack_position", "head.rack_kw", "head.rack_kg",
)  # fmt: skip
ROLE = len(PLACES)
"""Column of what a server carries."""
HEAD_ROW = 3
RACK_WIDTH, SERVER_WIDTH, FIGURE_WIDTH = 16, 34, 11


def fill_racks(report: Report, sheet: Sheet) -> None:
    """Fill the sheet of a plan that stands in racks."""
    plan = report.plan
    pools = {pool.server: pool for pool in plan.pools if not pool.rented}
    sheet.other_language(OTHER)
    sheet.title("sheet.racks", "racks.note")
    for column in range(OTHER):
        sheet.width(column, {RACK: RACK_WIDTH, SERVER: SERVER_WIDTH}.get(column, FIGURE_WIDTH))
    write_heads(sheet, HEAD_ROW, USE)
    first = row = HEAD_ROW + 2
    for rack in plan.racks:
        _use(sheet, row, rack, pools[rack.server])
        row += 1
    last = row - 1
    for used, limit in ((U_USED, U_LIMIT), (KW_USED, KW_LIMIT), (KG_USED, KG_LIMIT)):
        here, most = (sheet.address(first, column, column_fixed=True) for column in (used, limit))
        over = {
            "type": "formula",
            "criteria": f"=AND(ISNUMBER({here}),ISNUMBER({most}),{here}>{most})",
            "format": sheet.styles("alert"),
        }
        sheet.worksheet.conditional_format(first, used, last, used, over)
    row = insert_rack_chart(report, sheet, (first, last), (RACK, KW_USED, KW_LIMIT), row + 1)
    row = _outside(plan, sheet, row)
    row = draw_elevations(sheet, row, plan.racks, pools)
    sheet.section(row, RACK, OTHER, "racks.servers")
    sheet.head(row + 1, RACK, PLACES)
    sheet.heading(row + 1, ROLE, both("head.role", sheet.language), KG_LIMIT)
    _places(plan, sheet, pools, row + 3)
    sheet.finish(repeat=(row + 1, row + 2))


def _use(sheet: Sheet, row: int, rack: Rack, pool: Pool) -> None:
    """Servers × what each takes, against the limit."""
    sheet.text(row, RACK, rack_name(rack), "cell")
    sheet.text(row, SERVER, pool.server_name, "cell")
    count = sheet.number(row, COUNT, len(rack.servers), "cell", "integer", "decision", "center")
    for each, limit, columns, style in (
        (pool.rack_units, rack.units, (U_EACH, U_USED, U_LIMIT), "integer"),
        (pool.max_power_w / 1000, None if rack.power_w is None else rack.power_w / 1000,
         (KW_EACH, KW_USED, KW_LIMIT), "decimal"),
        (pool.weight_kg, rack.weight_kg, (KG_EACH, KG_USED, KG_LIMIT), "tenths"),
    ):  # fmt: skip
        _against(sheet, row, count, (each, limit), columns, style)


def _against(
    sheet: Sheet, row: int, count: Cell, figures: tuple[float | None, float | None], columns: tuple[int, int, int],
    style: str,
) -> None:  # fmt: skip
    each, limit = figures
    if each is None:
        for column in columns[:2]:
            sheet.text(row, column, "–", "cell", "center", "muted")
    else:
        one = sheet.number(row, columns[0], each, "cell", style)
        sheet.formula(row, columns[1], Expr(f"{count.text}*{one.text}", count.value * each), "cell", style)
    if limit is None:
        sheet.text(row, columns[2], "–", "cell", "center", "muted")
    else:
        sheet.number(row, columns[2], limit, "cell", style)


def _outside(plan: Plan, sheet: Sheet, row: int) -> int:
    """What stands beside the racks, and the switches that take no U in this plan; returns the next free row."""
    lines = []
    for pool in plan.pools:
        if not pool.rented and pool.standing and not pool.racks:
            unknown = both("racks.weight_unknown", sheet.language)
            weight = Words(*(unknown if pool.weight_kg is None else (f"{pool.weight_kg:g} kg",) * 2))
            head = f"{pool.server_name} × {pool.standing}: {pool.max_power_w / 1000:g} kW, "
            lines.append(weight.after(head))
    if plan.network is not None:
        count = f"{plan.network.leaf_switches + plan.network.spine_switches}"
        words = both("racks.switches", sheet.language)
        lines.append(Words(words.here.format(count=count), words.there.format(count=count)))
    if not lines:
        return row
    sheet.section(row, RACK, OTHER, "racks.outside")
    for line in lines:
        sheet.text(row + 1, RACK, line.here, "wrap", last_column=KG_LIMIT)
        sheet.hidden_text(row + 2, RACK, line.there, "wrap", last_column=KG_LIMIT)
        row += 2
    return row + 2


def _places(plan: Plan, sheet: Sheet, pools: Mapping[str, Pool], row: int) -> None:
    """One row per server: rack, U, power, weight, and what it carries."""
    who: dict[tuple[str, int], list[str]] = defaultdict(list)
    for seating in plan.seating:
        for seat in seating.seats:
            if not seating.rented:
                who[seating.server, seat.number].append(seat.workload)
    spares = spares_in(plan.racks, pools)
    for rack in plan.racks:
        pool = pools[rack.server]
        for each in rack.servers:
            key = (rack.server, each.number)
            names = ", ".join(dict.fromkeys(who[key]))
            role = both("role.spare" if key in spares else "role.load", sheet.language)
            _place(sheet, row, rack, each, pool, role.with_tail(f" · {names}") if names else role)
            row += 1


def _place(sheet: Sheet, row: int, rack: Rack, each: RackedServer, pool: Pool, role: Words) -> None:
    place = None if each.lowest_unit is None else f"U{each.lowest_unit}–U{each.lowest_unit + pool.rack_units - 1}"
    power, weight = Number(pool.max_power_w / 1000, "decimal"), pool.weight_kg
    figures: tuple[Value, ...] = (rack_name(rack), pool.server_name, each.number, place, power,
                                  None if weight is None else Number(weight, "tenths"))  # fmt: skip
    for column, value in enumerate(figures):
        write_value(sheet, row, column, value)
    sheet.text(row, ROLE, role.here, "cell", "wrap", last_column=KG_LIMIT)
    sheet.text(row, OTHER, role.there, "cell", "second")
