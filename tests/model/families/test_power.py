from tests.model.fixed import NO_LIMITS, admits, instance


def test_it_power() -> None:
    """Two servers of 5 W."""
    limits = NO_LIMITS.model_copy(update={"it_power_w": 10})
    assert admits(instance(limits=limits), placed={("w", "b", 10): 1})
    tighter = NO_LIMITS.model_copy(update={"it_power_w": 9})
    assert not admits(instance(limits=tighter), placed={("w", "b", 10): 1})


def test_facility_power() -> None:
    """Two servers of 6 W at the meter."""
    limits = NO_LIMITS.model_copy(update={"facility_power_w": 12})
    assert admits(instance(limits=limits), placed={("w", "b", 10): 1})
    tighter = NO_LIMITS.model_copy(update={"facility_power_w": 11})
    assert not admits(instance(limits=tighter), placed={("w", "b", 10): 1})


def test_no_limit() -> None:
    assert admits(instance(), placed={("w", "b", 10): 1})
