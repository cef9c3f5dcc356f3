from optimizer.instance.instance import Demand
from tests.model.fixed import admits, demand, instance


def with_spares(spares: int) -> tuple[Demand, ...]:
    return (demand("w", spare_servers=spares),)


def test_spares_come_on_top_of_the_load() -> None:
    """8 units fill one server; one spare makes two."""
    problem = instance(demands=with_spares(1))
    assert admits(problem, placed={("w", "a", 10): 1}, bought={"a": 2})
    assert not admits(problem, placed={("w", "a", 10): 1}, bought={"a": 1})


def test_none_asked_for_none_kept() -> None:
    assert admits(instance(), placed={("w", "a", 10): 1}, bought={"a": 1}, spares={"a": 0})


def test_a_pool_keeps_the_largest_number_asked_for() -> None:
    second = demand("v", spare_servers=1)
    loads = instance().loads[0]
    problem = instance(demands=(*with_spares(2), second), loads=(loads, loads.model_copy(update={"workload": "v"})))
    assert admits(problem, bought={"a": 4})
    assert not admits(problem, bought={"a": 3})
