from tests.model.fixed import admits, demand, instance, load


def test_must_use() -> None:
    assert admits(instance(must_use=("b",)), placed={("w", "b", 10): 1})
    assert not admits(instance(must_use=("b",)), placed={("w", "a", 10): 1})


def test_not_the_same_pools_again() -> None:
    both = instance(demands=(demand("w"), demand("v")), loads=tuple(load(w, s, 8) for w in "wv" for s in "ab"))
    told = both.model_copy(update={"not_again": (("a",), ("a", "b"))})
    assert not admits(told, placed={("w", "a", 10): 1, ("v", "a", 10): 1})
    assert not admits(told, placed={("w", "a", 10): 1, ("v", "b", 10): 1})
    assert admits(told, placed={("w", "b", 10): 1, ("v", "b", 10): 1})


def test_no_question() -> None:
    assert admits(instance(), placed={("w", "a", 10): 1})
