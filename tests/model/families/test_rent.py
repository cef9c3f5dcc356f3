from optimizer.instance.instance import Instance
from tests.model.fixed import NO_LIMITS, admits, demand, instance, load, offer


def half_rented(share: tuple[int, int] | None) -> Instance:
    """Workload w on one bought server of 8 cards, v on one rented one."""
    return instance(
        demands=(demand("w"), demand("v")),
        offers=(offer("a"), offer("b", rented=True, buy_fen=0, rent_fen=(9,))),
        loads=(load("w", "a", 8), load("v", "b", 8)),
        limits=NO_LIMITS.model_copy(update={"rent_share": share}),
    )


def test_half_of_the_cards() -> None:
    assert admits(half_rented((1, 2)))
    assert not admits(half_rented((49, 100)))


def test_no_limit() -> None:
    assert admits(half_rented(None))
