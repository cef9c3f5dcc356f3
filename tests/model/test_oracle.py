"""The solver against enumeration on hundreds of tiny instances, feasible and infeasible."""

import pytest

from optimizer.solve.conflict import conflict
from optimizer.solve.settings import Settings
from optimizer.solve.solve import solve
from tests.model.enumeration import cheapest, violations
from tests.model.instances import random_instance

EXACT = Settings(gap=0.0)


@pytest.mark.parametrize("block", range(15))
def test_solver_agrees_with_enumeration(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        instance = random_instance(seed)
        best = cheapest(instance)
        outcome = solve(instance, EXACT)
        assert outcome.cost_fen == best, seed
        assert outcome.status == ("infeasible" if best is None else "optimal"), seed
        if outcome.decision is not None:
            assert not violations(instance, outcome.decision), seed
            assert outcome.gap == 0.0


def test_both_kinds_of_instances_occur() -> None:
    found = [cheapest(random_instance(seed)) is None for seed in range(100)]
    assert 20 < sum(found) < 80


@pytest.mark.parametrize("block", range(5))
def test_conflicts_are_irreducible(block: int) -> None:
    """Nothing is named for a feasible instance; without any one named limit an infeasible one has a plan."""
    for seed in range(block * 20, block * 20 + 20):
        instance = random_instance(seed)
        named = conflict(instance)
        assert bool(named) == (cheapest(instance) is None), seed
