"""200 server types × 50 workloads: workbook and page survive, with the sums of the plan."""

from pathlib import Path

import openpyxl
import pytest

from optimizer.plan.elevation import Rack, RackedServer
from optimizer.plan.machines import Placement, Seat, Seating
from optimizer.plan.plan import Plan
from optimizer.report.brief.content import brief_of
from optimizer.report.brief.html import html_page
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.sample_parts import sample_plan
from tests.report.sample_placements import WORKLOADS, placement
from tests.report.sample_plan import bought

SERVERS, ASKED = 200, 50


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Every workload on four server types, two racks of each type."""
    ids = [f"type-{n}" for n in range(SERVERS)]
    pools = tuple(bought(server=s, server_name=f"机型 {s} 😀", racks={"row-a": 2}) for s in ids)
    names = [f"业务 {n} עברית" for n in range(ASKED)]
    placements: list[Placement] = [
        placement(1, workload=name, server=ids[4 * at + part]) for at, name in enumerate(names) for part in range(4)
    ]
    seating = tuple(
        Seating(
            server=s, rented=False, year=1, seats=(Seat(number=1, workload=names[n // 4], replicas="2", devices=8),)
        )
        for n, s in enumerate(ids)
    )  # fmt: skip
    racks = tuple(
        Rack(group="row-a", number=2 * n + k + 1, server=s, units=42, power_w=24_000, weight_kg=None,
             servers=(RackedServer(number=2 * k + 1, lowest_unit=1), RackedServer(number=2 * k + 2, lowest_unit=9)))
        for n, s in enumerate(ids) for k in range(2)
    )  # fmt: skip
    return sample_plan(
        language="zh", pools=pools, workloads=tuple(WORKLOADS[0].model_copy(update={"name": n}) for n in names),
        placements=tuple(placements), seating=seating, racks=racks, network=None, curves=(),
    )  # fmt: skip


def test_the_workbook_holds_it_all(plan: Plan, tmp_path: Path) -> None:
    write_workbook(plan, tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx", read_only=True, data_only=True)
    rows = list(book[label("sheet.racks", "zh")].iter_rows(max_col=4, values_only=True))
    listed = next(at for at, row in enumerate(rows) if row[0] == label("racks.servers", "zh")) + 3
    assert sum(1 for row in rows[listed:] if row[2]) == 4 * SERVERS
    paid = label("item.servers", "zh")
    costs = (row for row in book[label("sheet.cost", "zh")].iter_rows(max_row=60, values_only=True) if row[1] == paid)
    assert next(costs)[8] == sum(line.amount for line in plan.cost_lines if line.item == "servers") == 800_000_000
    assert len(set(book.sheetnames)) == len(book.sheetnames)


def test_the_page_stays_one_page_of_rows(plan: Plan) -> None:
    brief = brief_of(plan)
    for table in (brief.machines, brief.figures, brief.limits, brief.alternatives, brief.risks):
        assert len(table.rows) <= 9
    assert brief.machines.more == label("brief.more", "zh").format(count=SERVERS - 6)
    assert len(html_page(brief, [])) < 20_000
