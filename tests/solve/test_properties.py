"""What must hold for any instance."""

from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.instance.instance import Decision, Instance
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from optimizer.solve.solve import solve
from tests.model.instances import random_instance

EXACT = Settings(gap=0.0)
seeds = st.integers(min_value=5000, max_value=9000)


@given(seeds)
@settings(deadline=None, max_examples=25)
def test_more_room_never_costs_more(seed: int) -> None:
    instance = random_instance(seed)
    limits = instance.limits
    wider = limits.model_copy(
        update={
            "it_power_w": None if limits.it_power_w is None else limits.it_power_w + 3,
            "capex_fen": None if limits.capex_fen is None else limits.capex_fen + 100,
        }
    )
    before, after = solve(instance, EXACT), solve(instance.model_copy(update={"limits": wider}), EXACT)
    if before.cost_fen is None:
        return
    assert after.cost_fen is not None
    assert after.cost_fen <= before.cost_fen


@given(seeds)
@settings(deadline=None, max_examples=25)
def test_the_order_of_offers_does_not_matter(seed: int) -> None:
    """Not to the cost, and by the tie-break not to the servers bought either."""
    instance = random_instance(seed)
    turned = instance.model_copy(update={"offers": instance.offers[::-1], "loads": instance.loads[::-1]})
    first, second = solve(instance, EXACT), solve(turned, EXACT)
    assert (first.status, first.cost_fen) == (second.status, second.cost_fen)
    if first.decision is not None and second.decision is not None:
        assert _servers(first.decision) == _servers(second.decision)


def _servers(decision: Decision) -> int:
    return sum(sum(count) for count in decision.counts.values())


@given(seeds)
@settings(deadline=None, max_examples=25)
def test_the_same_instance_gives_the_same_answer(seed: int) -> None:
    instance = random_instance(seed)
    assert solve(instance, EXACT).decision == solve(instance, EXACT).decision


@given(seeds)
@settings(deadline=None, max_examples=25)
def test_dump_and_load_is_identity(seed: int) -> None:
    instance = random_instance(seed)
    assert Instance.model_validate_json(instance.model_dump_json()) == instance


def test_gap_is_of_the_cost() -> None:
    assert Outcome(status="feasible", cost_fen=200, bound_fen=150).gap == 0.25
    assert Outcome(status="unknown", bound_fen=150).gap is None
