from tests.model.fixed import admits, demand, halves, instance, load


def test_a_workload_runs_on_exactly_one_pool() -> None:
    assert admits(instance(), placed={("w", "a", 10): 1, ("w", "b", 10): 0})
    assert not admits(instance(), placed={("w", "a", 10): 1, ("w", "b", 10): 1})
    assert not admits(instance(), placed={("w", "a", 10): 0, ("w", "b", 10): 0})


def test_parts_add_up() -> None:
    assert admits(halves(), parts={("w", "a"): 1, ("w", "b"): 3})
    assert not admits(halves(), parts={("w", "a"): 1, ("w", "b"): 2})


def test_energy_of_parts_rounds_up() -> None:
    """One of four parts of 10 fen is 2.5 fen: 3 is enough, 2 is not."""
    share = {("w", "a"): 1}
    assert admits(halves(), parts=share, energy={("w", "a"): 3})
    assert not admits(halves(), parts=share, energy={("w", "a"): 2})


def test_a_workload_that_nothing_can_run_has_no_plan() -> None:
    assert not admits(instance(loads=()))


def test_tenths_over_two_types() -> None:
    """3 + 7 tenths make the whole; 3 + 3 do not; two sizes on one type do not; three types only where three may."""
    sizes = tuple(load("w", name, j, tenths=j) for name in "ab" for j in (3, 7))
    problem = instance(demands=(demand("w", max_offers=2),), loads=sizes)
    assert admits(problem, placed={("w", "a", 3): 1, ("w", "b", 7): 1})
    assert not admits(problem, placed={("w", "a", 3): 1, ("w", "b", 3): 1})
    assert not admits(problem, placed={("w", "a", 3): 1, ("w", "a", 7): 1})
