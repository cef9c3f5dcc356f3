from tests.model.fixed import admits, halves, instance


def test_a_workload_runs_on_exactly_one_pool() -> None:
    assert admits(instance(), placed={("w", "a"): 1, ("w", "b"): 0})
    assert not admits(instance(), placed={("w", "a"): 1, ("w", "b"): 1})
    assert not admits(instance(), placed={("w", "a"): 0, ("w", "b"): 0})


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
