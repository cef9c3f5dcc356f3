from tests.model.fixed import admits, halves, instance, offer


def test_a_pool_holds_its_load() -> None:
    """12 units on servers of 8: two hold it, one does not."""
    assert admits(instance(), placed={("w", "b", 10): 1}, bought={"b": 2})
    assert not admits(instance(), placed={("w", "b", 10): 1}, bought={"b": 1})


def test_parts_count_like_loads() -> None:
    """Three parts of 3 units are 9: more than one server of 8."""
    assert admits(halves(), parts={("w", "b"): 3}, bought={"b": 2})
    assert not admits(halves(), parts={("w", "b"): 3}, bought={"b": 1})


def test_an_unused_pool_holds_no_server() -> None:
    assert not admits(instance(), placed={("w", "a", 10): 1}, bought={"b": 1})


def test_rented_servers_follow_the_year() -> None:
    """8 units in year 1, 16 in year 2: one server, then two."""
    rented = offer("a", rented=True, buy_fen=0, rent_fen=(10, 10))
    load = instance().loads[0].model_copy(update={"units": (8, 16), "servers": (1, 2)})
    problem = instance(years=2, offers=(rented,), loads=(load,))
    assert admits(problem, rented={("a", 0): 1, ("a", 1): 2})
    assert not admits(problem, rented={("a", 0): 1, ("a", 1): 1})


def test_owned_servers_hold_load_too() -> None:
    """Two servers are needed: one owned and one bought do; of an owned type that may not be bought, two owned do."""
    half = offer("b", owned=(1,), own_fen=(1,))
    assert admits(instance(offers=(offer("a"), half)), placed={("w", "b", 10): 1}, bought={"b": 1}, owned={("b", 0): 1})
    kept = offer("b", owned=(2,), own_fen=(1,), max_count=0)
    assert admits(instance(offers=(offer("a"), kept)), placed={("w", "b", 10): 1}, bought={"b": 0})
    one = offer("b", owned=(1,), own_fen=(1,), max_count=0)
    assert not admits(instance(offers=(offer("a"), one)), placed={("w", "b", 10): 1})
