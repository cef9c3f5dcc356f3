from tests.model.fixed import admits, demand, instance


def test_a_server_without_load_is_refused() -> None:
    assert admits(instance(), placed={("w", "a", 10): 1}, bought={"a": 1})
    assert not admits(instance(), placed={("w", "a", 10): 1}, bought={"a": 2})


def test_a_pool_without_workload_is_refused() -> None:
    assert not admits(instance(), placed={("w", "a", 10): 1}, used={"b": 1})


def test_spares_are_no_excuse() -> None:
    """One workload asks for two spares, but it runs elsewhere: pool a keeps at most the one its own workload wants."""
    demands = (
        demand("w", spare_servers=1),
        demand("v", spare_servers=2),
    )
    loads = (*instance().loads, instance().loads[1].model_copy(update={"workload": "v"}))
    problem = instance(demands=demands, loads=loads)
    assert admits(problem, placed={("w", "a", 10): 1, ("v", "b", 10): 1}, bought={"a": 2})
    assert not admits(problem, placed={("w", "a", 10): 1, ("v", "b", 10): 1}, bought={"a": 3})
