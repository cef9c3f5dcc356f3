from optimizer.instance.instance import Instance, ShareRow
from tests.model.fixed import admits, demand, instance, load, offer


def shared(num: int, den: int, tenths: tuple[int, ...] = ()) -> Instance:
    """Pool b is domestic. At least num/den of the servers: Σ (den·domestic − num)·n ≥ 0. Workload w may be split."""
    row = ShareRow(path="policy.domestic_share.minimum", bought={"a": -num, "b": den - num}, rented={}, owned={})
    loads = [load("w", name, 80) for name in "ab"]
    loads += [load("w", name, 8 * j, tenths=j) for name in "ab" for j in tenths]
    return instance(
        demands=(demand("w", max_offers=2 if tenths else 1),),
        loads=tuple(loads),
        offers=(offer("a", max_count=20), offer("b", max_count=20)),
        shares=(row,),
    )


def test_whole_workloads_meet_it_or_not() -> None:
    assert admits(shared(1, 2), placed={("w", "b", 10): 1})
    assert not admits(shared(1, 2), placed={("w", "a", 10): 1})


def test_exact_share_of_split_servers() -> None:
    """27/40 = 67.5 %: 7 of 10 servers do, 6 of 10 do not."""
    problem = shared(27, 40, tenths=(3, 4, 6, 7))
    assert admits(problem, placed={("w", "a", 3): 1, ("w", "b", 7): 1})
    assert not admits(problem, placed={("w", "a", 4): 1, ("w", "b", 6): 1})


def test_the_edge_counts() -> None:
    problem = shared(7, 10, tenths=(3, 7))
    assert admits(problem, placed={("w", "a", 3): 1, ("w", "b", 7): 1})


def test_spares_cannot_carry_the_share() -> None:
    """No empty domestic server beside the load: 1 of 2 would be half, but it would be ballast."""
    problem = shared(1, 2)
    assert not admits(problem, placed={("w", "a", 10): 1}, bought={"b": 10})


def test_owned_servers_count_where_the_row_says_so() -> None:
    owned = offer("b", owned=(10,), own_fen=(1,), max_count=20)
    base = shared(1, 2, tenths=(3, 7)).model_copy(update={"offers": (offer("a", max_count=20), owned)})
    seven_abroad = {("w", "a", 7): 1, ("w", "b", 3): 1}
    assert not admits(base, placed=seven_abroad, owned={("b", 0): 0})
    fleet = base.shares[0].model_copy(update={"owned": {"b": (1,)}})
    row = base.model_copy(update={"shares": (fleet,)})
    assert not admits(row, placed=seven_abroad)  # 7 abroad against 3 of use at home: the other owned ones stay off
    assert admits(row, placed={("w", "a", 3): 1, ("w", "b", 7): 1}, bought={"b": 0})
