from tests.model.fixed import NO_LIMITS, admits, instance


def test_two_servers_of_40() -> None:
    assert admits(instance(limits=NO_LIMITS.model_copy(update={"capex_fen": 80})), placed={("w", "b", 10): 1})
    assert not admits(instance(limits=NO_LIMITS.model_copy(update={"capex_fen": 79})), placed={("w", "b", 10): 1})


def test_no_budget() -> None:
    assert admits(instance(), placed={("w", "b", 10): 1})


def test_zero_buys_nothing() -> None:
    assert not admits(instance(limits=NO_LIMITS.model_copy(update={"capex_fen": 0})))
