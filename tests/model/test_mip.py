"""The MIP solver inside ortools finds the same optimum: on random instances and on the real catalog."""

import pytest

from optimizer.solve.settings import Settings
from optimizer.solve.solve import solve
from tests.model.instances import random_instance
from tests.model.mip import mip_optimum


@pytest.mark.parametrize("seed", range(1000, 1030))
def test_random_instances(seed: int) -> None:
    instance = random_instance(seed)
    best = mip_optimum(instance)
    outcome = solve(instance, Settings(gap=0.0))
    assert (best is None) == (outcome.status == "infeasible")
    if best is not None and outcome.cost_fen is not None:
        # Energy of parts is rounded up to whole fen, at most one fen a divided workload.
        assert outcome.cost_fen == pytest.approx(best, abs=1 + len(instance.divisible), rel=1e-9)
