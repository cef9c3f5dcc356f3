"""Searches over batches, also where conditions and values are not monotone."""

from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.batches import largest, peak


@given(st.integers(1, 1000), st.integers(-5, 1005))
def test_largest_finds_the_last_that_holds(limit: int, edge: int) -> None:
    assert largest(limit, lambda n: n <= edge) == max(0, min(limit, edge))


@given(st.integers(1, 1000), st.sets(st.integers(1, 1000)), st.integers(1, 20))
def test_largest_is_an_end_of_what_holds(limit: int, good: set[int], settled: int) -> None:
    found = largest(limit, lambda n: n in good, settled)
    if found == 0:
        assert not good & {2**i for i in range(10) if 2**i <= limit}
    else:
        assert found in good
        assert found == limit or found + 1 not in good


@given(st.integers(1, 3000), st.integers(1, 3000), st.floats(0.1, 10))
def test_peak_finds_the_top_of_a_rise_and_fall(limit: int, top: int, fall: float) -> None:
    assert peak(limit, lambda n: n if n <= top else top - fall * (n - top)) == min(limit, top)


def test_peak_takes_the_higher_of_two_hills() -> None:
    hills = {8: 5.0, 64: 7.0}
    assert peak(256, lambda n: max(height - abs(n - top) / 16 for top, height in hills.items())) == 64
