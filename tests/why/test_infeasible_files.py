"""Files that nothing fits: the conflict is irreducible, and every change is enough, while one step less is not."""

from decimal import Decimal
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from optimizer.inputs.load import load_request
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.instance.ways import closed_ways
from optimizer.model.build import build
from optimizer.plan.conflict import without_server
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.why.dials import Dial, dials
from optimizer.plan.why.relaxation import Relaxation
from optimizer.plan.why.search import Trial
from optimizer.solve.settings import Settings

FILES = sorted(Path(__file__).with_name("infeasible").glob("*.yaml"))


def holds(prepared: Prepared, members: set[str]) -> bool:
    """Whether a plan keeps these limits and the rows that hold the model together, all other limits given up."""
    plan, rows = build(build_instance(prepared))
    off = plan.model.new_constant(0)
    for row in rows:
        if row.path is not None and row.path not in members:
            row.constraint.only_enforce_if(off)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(plan.model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return bool(status != cp_model.INFEASIBLE)


def check_conflict(prepared: Prepared, members: set[str]) -> None:
    """Together they cannot hold; without any one of them the others can."""
    if not without_server(prepared):
        assert not holds(prepared, members)
        for member in members:
            assert holds(prepared, members - {member}), member
        return
    fields = {m for m in members if "." in m or not m.startswith("workloads[")}
    for index in range(len(prepared.request.requirements.workloads)):
        if f"workloads[{index}]" in members:
            ways = closed_ways(prepared.request, index)
            assert ways
            assert all(way & fields for way in ways)
    for field in fields:
        indices = [i for i in range(len(prepared.request.requirements.workloads)) if f"workloads[{i}]" in members]
        rest = fields - {field}
        assert any(not way & rest for i in indices for way in closed_ways(prepared.request, i)), field


def dial_of(prepared: Prepared, members: set[str], path: str) -> Dial:
    return next(d for member in sorted(members) for d in dials(prepared.request, member) if d.path == path)


def check_change(prepared: Prepared, members: set[str], relaxation: Relaxation) -> None:
    """Just inside feasible, just outside infeasible."""
    changes = {change.path: change.after for change in relaxation.changes}
    assert Trial(prepared, changes, resize=True).feasible() is True
    if relaxation.kind == "pair" or isinstance(relaxation.changes[0].after, tuple):
        return
    first = relaxation.changes[0]
    dial = dial_of(prepared, members, first.path)
    step = _step(dial, first.after)
    assert dial.at(step) == first.after
    less = dial.changes(step - 1) if step > 1 else {}
    assert Trial(prepared, less, resize=True).feasible() is False
    assert relaxation.least


def _step(dial: Dial, after: object) -> int:
    """Limits in W and fen are counted off: their dials are too long to walk."""
    per_unit = {"kW": 1000, "CNY": 100}.get(dial.unit)
    if dial.row and per_unit:
        return int(Decimal(str(after)) * per_unit) - dial.units
    return next(k for k in range(1, dial.steps + 1) if dial.at(k) == after)


def test_there_are_twenty() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_conflict_and_changes(file: Path) -> None:
    prepared = prepare(load_request(file))
    answer = make_plan(prepared.request, Settings())
    assert isinstance(answer, NoPlan)
    assert answer.status == "infeasible"
    members = {member.path for member in answer.conflict}
    text = file.read_text(encoding="utf-8").splitlines()
    for member in answer.conflict:
        assert member.file == file.name
        assert 1 <= member.line <= len(text)
    check_conflict(prepared, members)
    assert answer.relaxations
    for relaxation in answer.relaxations:
        check_change(prepared, members, relaxation)
        assert relaxation.tco_npv is not None
        assert relaxation.purchases
