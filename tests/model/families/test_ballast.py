from optimizer.instance.instance import Demand
from tests.model.fixed import admits, instance


def test_a_server_without_load_is_refused() -> None:
    assert admits(instance(), placed={("w", "a"): 1}, bought={"a": 1})
    assert not admits(instance(), placed={("w", "a"): 1}, bought={"a": 2})


def test_a_pool_without_workload_is_refused() -> None:
    assert not admits(instance(), placed={("w", "a"): 1}, used={"b": 1})


def test_spares_are_no_excuse() -> None:
    """One workload asks for two spares, but it runs elsewhere: pool a keeps at most the one its own workload wants."""
    demands = (
        Demand(workload="w", path="workloads[0]", spare_servers=1, parts=1),
        Demand(workload="v", path="workloads[1]", spare_servers=2, parts=1),
    )
    loads = (*instance().loads, instance().loads[1].model_copy(update={"workload": "v"}))
    problem = instance(demands=demands, loads=loads)
    assert admits(problem, placed={("w", "a"): 1, ("v", "b"): 1}, bought={"a": 2})
    assert not admits(problem, placed={("w", "a"): 1, ("v", "b"): 1}, bought={"a": 3})
