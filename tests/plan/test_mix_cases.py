"""Other tools' mixing problems: our cost is the optimum for buckets that split freely, on every case."""

from pathlib import Path

import pytest

from benchmarks.mix_cases import MixCase, aibrix_cases, melange_case, profile, write_request
from optimizer.inputs.load import load_request
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings

CASES = [melange_case(), *aibrix_cases()]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_cost_is_the_free_split_optimum(case: MixCase, tmp_path: Path) -> None:
    plan = make_plan(load_request(write_request(case, tmp_path)), Settings(gap=0.0))
    assert isinstance(plan, Plan)
    assert plan.status == "optimal"
    assert float(plan.objective.tco_npv) / 8760 == pytest.approx(case.optimum, abs=1e-6)
    assert case.peer is not None
    assert float(plan.objective.tco_npv) / 8760 <= case.peer + 1e-6


def test_buckets_that_nothing_serves_are_named(tmp_path: Path) -> None:
    """The profile at a 5 s limit has buckets of zero throughput; with that card alone they cannot be served."""
    rates = profile("a100_p99e2e5s")
    zero = {bucket for bucket, rate in rates.items() if rate == 0}
    assert zero
    case = MixCase(
        name="unservable",
        rate=10,
        shares=dict.fromkeys(rates, 1 / len(rates)),
        price_per_hour={"A100": 1.0},
        capacity={(bucket, "A100"): rate for bucket, rate in rates.items()},
        optimum=None,
        peer=None,
    )
    answer = make_plan(load_request(write_request(case, tmp_path)), Settings())
    assert isinstance(answer, NoPlan)
    assert answer.status == "infeasible"
    assert zero == {m.value for m in answer.conflict if m.path.startswith("workloads")}
    measured = {r.workload for r in answer.rejections if r.limit == "measured_zero" and r.server == "A100"}
    assert measured == zero


def test_shares_that_do_not_add_up_are_refused(tmp_path: Path) -> None:
    case = melange_case()
    broken = case._replace(shares={**case.shares, "b0-0": 0.3})
    with pytest.raises(ValueError, match=r"add up to 1\.1"):
        write_request(broken, tmp_path)
