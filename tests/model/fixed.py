"""A two-pool instance with numbers for the head, and whether the model admits given values."""

from typing import Any

from ortools.sat.python import cp_model

from optimizer.instance.instance import Demand, DivisibleLoad, Instance, Limits, Load, Offer
from optimizer.model.build import build

NO_LIMITS = Limits(it_power_w=None, facility_power_w=None, capex_fen=None, ecosystems=None)


def offer(name: str, **change: Any) -> Offer:
    """A server of 8 units for 100 fen, 40 fen of budget, 5 W (6 W at the meter), ecosystem cuda."""
    base = Offer(
        id=name,
        server=name,
        rented=False,
        ecosystem="cuda",
        units=8,
        buy_fen=100,
        rent_fen=(),
        owned=(),
        own_fen=(),
        cards=8,
        capex_fen=40,
        max_power_w=5,
        facility_power_w=6,
        rack_fit=None,
        max_count=9,
    )
    return base.model_copy(update=change)


def demand(workload: str, **change: Any) -> Demand:
    """An undivided workload without spares."""
    base = Demand(workload=workload, path=f"workloads[{'wv'.index(workload)}]", spare_servers=0, parts=1, max_offers=1)
    return base.model_copy(update=change)


def load(workload: str, offer: str, *units: int, **change: Any) -> Load:
    """A whole workload that takes `units` in each year."""
    base = Load(
        workload=workload,
        offer=offer,
        tenths=10,
        units=units,
        servers=tuple(-(-each // 8) for each in units),
        energy_fen=0,
        ports=0,
        network_fen=0,
        network_capex_fen=0,
    )
    return base.model_copy(update=change)


def instance(**change: Any) -> Instance:
    """Workload w takes 8 units on pool a and 12 on pool b."""
    base = Instance(
        years=1,
        demands=(demand("w"),),
        offers=(offer("a"), offer("b", buy_fen=30, ecosystem="cann")),
        loads=(
            load("w", "a", 8),
            load("w", "b", 12),
        ),
        divisible=(),
        racks=(),
        limits=NO_LIMITS,
        shares=(),
        stock=(),
        cuts=(),
        network=None,
        adaptation_fen={"cuda": 0, "cann": 7},
    )
    return base.model_copy(update=change)


def halves() -> Instance:
    """Workload w in four parts: 2 units each on pool a, 3 on pool b."""
    return instance(
        demands=(demand("w", parts=4),),
        loads=(),
        divisible=(
            DivisibleLoad(workload="w", offer="a", units=(2,), least_servers=1, energy_fen=10),
            DivisibleLoad(workload="w", offer="b", units=(3,), least_servers=1, energy_fen=0),
        ),
    )


def admits(problem: Instance, **values: Any) -> bool:
    """Whether a plan exists with, e.g., `bought={"a": 1}`, `placed={("w", "a"): 1}`."""
    plan, _ = build(problem)
    for group, fixed in values.items():
        for key, value in fixed.items():
            plan.model.add(getattr(plan, group)[key] == value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(plan.model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return bool(status != cp_model.INFEASIBLE)
