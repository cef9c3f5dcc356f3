from optimizer.instance.instance import Instance, StockRow
from tests.model.fixed import admits, demand, instance, load, offer


def two_pools(stock: int) -> Instance:
    """Workload w takes two servers of a, v one of b; a takes 8 cards each, b 4, all of one line."""
    return instance(
        demands=(demand("w"), demand("v")),
        offers=(offer("a"), offer("b")),
        loads=(load("w", "a", 16), load("v", "b", 8)),
        stock=(StockRow(path="stock.card", pieces={"a": 8, "b": 4}, stock=stock),),
    )


def test_twenty_cards_for_two_eights_and_a_four() -> None:
    assert admits(two_pools(20))
    assert not admits(two_pools(19))


def test_no_stock_stated() -> None:
    assert admits(two_pools(20).model_copy(update={"stock": ()}))


def test_rented_and_owned_servers_take_none() -> None:
    rented = offer("a", rented=True, buy_fen=0, rent_fen=(9,))
    only_rent = instance(
        offers=(rented, offer("b", owned=(2,), own_fen=(1,), max_count=0)),
        loads=(load("w", "a", 8), load("w", "b", 12)),
        stock=(StockRow(path="stock.b", pieces={"b": 1}, stock=0),),
    )
    assert admits(only_rent, placed={("w", "b", 10): 1})
    assert admits(only_rent, placed={("w", "a", 10): 1})
