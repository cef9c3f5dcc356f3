"""The limits that conflict, and nothing else."""

from optimizer.instance.instance import RackGroup
from optimizer.solve.conflict import conflict
from tests.model.fixed import NO_LIMITS, instance, offer


def test_a_feasible_instance_has_none() -> None:
    assert conflict(instance()) == ()


def test_power_and_the_workload_that_needs_it() -> None:
    """Pool a draws 5 W, pool b 10 W: 4 W is too little for either; the wide budget is not named."""
    limits = NO_LIMITS.model_copy(update={"it_power_w": 4, "capex_fen": 1000})
    assert conflict(instance(limits=limits)) == ("workloads[0]", "site.it_power_kw")


def test_two_limits_that_only_conflict_together() -> None:
    """Pool a costs 40 of budget and 9 W, pool b 80 and 4 W: 50 and 5 W rule out both, each alone only one."""
    offers = (offer("a", max_power_w=9, facility_power_w=9), offer("b", max_power_w=2, facility_power_w=2))
    limits = NO_LIMITS.model_copy(update={"it_power_w": 5, "capex_fen": 5000})
    both = limits.model_copy(update={"capex_fen": 50})
    assert conflict(instance(offers=offers, limits=limits)) == ()
    assert conflict(instance(offers=offers, limits=both)) == (
        "workloads[0]",
        "site.it_power_kw",
        "finance.capex_budget",
    )


def test_racks_are_named_by_group() -> None:
    group = RackGroup(name="row", path="site.racks[0]", count=0, rent_fen=0)
    racked = tuple(offer(name, rack_fit=(1,)) for name in "ab")
    assert conflict(instance(offers=racked, racks=(group,))) == ("workloads[0]", "site.racks[0]")
