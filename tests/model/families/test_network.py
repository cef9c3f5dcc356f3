import pytest

from optimizer.instance.instance import Instance, Network
from tests.model.fixed import NO_LIMITS, admits, instance, load

SWITCHES = Network(
    switch_ports=8,
    switch_fen=5,
    switch_capex_fen=5,
    switch_power_w=3,
    switch_facility_w=4,
    uplink_fen=2,
    uplink_capex_fen=2,
    max_ports=100,
)


def spanning(ports: int) -> Instance:
    return instance(loads=(load("w", "a", 8, ports=ports),), network=SWITCHES)


def switches(problem: Instance, leaves: int, spines: int) -> bool:
    from ortools.sat.python import cp_model

    from optimizer.model.build import build

    plan, _ = build(problem)
    assert plan.network is not None
    plan.model.add(plan.network.leaves == leaves)
    plan.model.add(plan.network.spines == spines)
    return bool(cp_model.CpSolver().solve(plan.model) != cp_model.INFEASIBLE)


@pytest.mark.parametrize(
    ("ports", "leaves", "spines", "fits"),
    [
        (8, 1, 0, True),  # one switch of 8 ports
        (9, 1, 0, False),
        (9, 3, 2, True),  # leaves look down with 4 ports each: three leaves, a spine for every two
        (9, 2, 1, False),
        (9, 3, 1, False),
        (0, 0, 0, True),
    ],
)
def test_two_level_tree(ports: int, leaves: int, spines: int, fits: bool) -> None:
    assert switches(spanning(ports), leaves, spines) == fits


def test_switches_draw_power_and_budget() -> None:
    """One server of 5 W and 40 fen of budget, one switch of 3 W and 5 fen."""
    for field, enough in (("it_power_w", 8), ("facility_power_w", 10), ("capex_fen", 45)):
        limits = NO_LIMITS.model_copy(update={field: enough})
        assert admits(spanning(8).model_copy(update={"limits": limits}))
        tighter = NO_LIMITS.model_copy(update={field: enough - 1})
        assert not admits(spanning(8).model_copy(update={"limits": tighter}))


def test_no_group_spans_servers() -> None:
    assert admits(instance())
