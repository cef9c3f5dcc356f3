from optimizer.instance.instance import Instance
from optimizer.solve.settings import Settings
from optimizer.solve.solve import solve
from tests.model.fixed import NO_LIMITS, admits, demand, instance


def two_workloads(maximum: int | None) -> Instance:
    """Workload w only on a (cuda), v only on b (cann)."""
    loads = (instance().loads[0], instance().loads[1].model_copy(update={"workload": "v"}))
    demands = (
        instance().demands[0],
        demand("v"),
    )
    return instance(loads=loads, demands=demands, limits=NO_LIMITS.model_copy(update={"ecosystems": maximum}))


def test_two_are_used() -> None:
    assert admits(two_workloads(2))
    assert not admits(two_workloads(1))


def test_no_maximum() -> None:
    assert admits(two_workloads(None))


def test_an_ecosystem_in_use_is_paid_once() -> None:
    """Pool a: 100. Pool b: 2 × 30 + adaptation 7 = 67, cheaper."""
    assert solve(instance(), Settings(gap=0.0)).cost_fen == 67
    dear = instance(adaptation_fen={"cuda": 0, "cann": 41})
    assert solve(dear, Settings(gap=0.0)).cost_fen == 100
