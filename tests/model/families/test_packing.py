from optimizer.instance.instance import Instance, PackingCut
from tests.model.fixed import admits, demand, instance, load, offer


def together(servers: int) -> Instance:
    """w and v take 8 units each on pool a: two servers by their cards; the cut says how many they really need."""
    cut = PackingCut(offer="a", year=0, workloads=(("w", 10), ("v", 10)), servers=servers, surplus=servers - 2)
    return instance(
        demands=(demand("w"), demand("v")),
        loads=(load("w", "a", 8), load("v", "a", 8), load("v", "b", 8)),
        offers=(offer("a"), offer("b")),
        cuts=(cut,),
    )


def test_together_they_need_a_server_more() -> None:
    both = {("w", "a", 10): 1, ("v", "a", 10): 1}
    assert admits(together(3), placed=both, bought={"a": 3})
    assert not admits(together(3), placed=both, bought={"a": 2})
    assert not admits(together(3), placed=both, bought={"a": 4})


def test_apart_they_do_not() -> None:
    assert admits(together(3), placed={("w", "a", 10): 1, ("v", "b", 10): 1}, bought={"a": 1})


def test_no_cut_no_row() -> None:
    assert admits(instance(), bought={"a": 1})
