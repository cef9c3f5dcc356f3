"""Seats: which replicas stand on which numbered server, in the fullest year of each pool."""

from collections.abc import Iterator

from optimizer.plan.machines import Seating
from optimizer.plan.plan import Plan
from optimizer.report.plan_texts import in_both
from optimizer.report.plan_words import racks_used
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.placement import mode_of
from optimizer.report.sheets.table import Value, write_table
from optimizer.report.texts import both

HEAD = (
    "head.server", "head.server_number", "head.devices", "head.mode", "head.workload", "head.year", "head.replicas",
)  # fmt: skip
HEAD_ROW = 3
OTHER_MODE, OTHER_REPLICAS = 4, 8


def fill_seats(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan = report.plan
    sheet.other_language(OTHER_MODE, OTHER_REPLICAS)
    sheet.title("sheet.seats", "seats.note")
    names = {pool.server: pool.server_name for pool in plan.pools}
    end = write_table(sheet, HEAD_ROW, HEAD, _seats(plan, names, sheet.language))
    if racks_used(plan) is None:
        words = both("racks.none", sheet.language)
        sheet.text(end + 1, 0, words.here, "subtitle")
        sheet.hidden_text(end + 2, 0, words.there, "subtitle")
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 2)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


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
