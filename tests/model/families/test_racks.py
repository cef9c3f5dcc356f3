from optimizer.instance.instance import Instance, RackGroup
from tests.model.fixed import admits, demand, instance, offer


def racked(count: int, fit: int | None) -> Instance:
    group = RackGroup(name="row", path="site.racks[0]", count=count, rent_fen=0)
    fits = None if fit is None else (fit,)
    return instance(offers=(offer("a", rack_fit=fits), offer("b", rack_fit=fits)), racks=(group,))


def test_two_servers_need_two_racks_of_one() -> None:
    assert admits(racked(2, 1), placed={("w", "b", 10): 1})
    assert not admits(racked(1, 1), placed={("w", "b", 10): 1})


def test_one_rack_of_two_is_enough() -> None:
    assert admits(racked(1, 2), placed={("w", "b", 10): 1})


def test_a_rack_holds_servers_of_one_type() -> None:
    """Half a rack each is two racks, not one."""
    loads = (instance().loads[0], instance().loads[0].model_copy(update={"workload": "v", "offer": "b"}))
    demands = (
        instance().demands[0],
        demand("v"),
    )
    two_pools = {"loads": loads, "demands": demands}
    assert admits(racked(2, 2).model_copy(update=two_pools))
    assert not admits(racked(1, 2).model_copy(update=two_pools))


def test_towers_need_none() -> None:
    assert admits(racked(1, None), placed={("w", "b", 10): 1}, bought={"b": 2})
