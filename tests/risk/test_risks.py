"""Risks of a plan: each from a fact of its own, levels by rule and by hand, worst first.

The sample: 4 big servers (32 cards), 2 domestic (16), 2 old (16), 2 rented cards: 66 cards; capex ex VAT 6,552,000.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import get_args

import pytest

from optimizer.plan.caution import Caution
from optimizer.plan.delivery import LateDelivery
from optimizer.plan.load_curves import StatedFactor
from optimizer.plan.plan import Plan, Source
from optimizer.plan.risk import order, site, sizing
from optimizer.plan.risk.risk import Risk, RiskKind
from optimizer.plan.risk.risks import risks, top_risks
from optimizer.report.texts import known
from tests.report.sample_parts import LIMITS, SOURCES, VARIANTS, sample_plan
from tests.report.sample_placements import WORKLOADS
from tests.report.sample_plan import bought, domestic, owned, rented, unit_price

UPS = Caution(rule="ups", finding="ask", factor=1.5, base=1, needed=1.5, available=None, unit="W", source="x")
SHORT = UPS.model_copy(update={"rule": "psu", "finding": "short", "server": "big-8"})
IMPORTED = unit_price("600000", quoted="USD")


def risk(kind: str, plan: Plan) -> Risk | None:
    return next((each for each in risks(plan) if each.kind == kind), None)


def level(kind: str, **changes: object) -> tuple[int, int] | None:
    found = risk(kind, sample_plan(**changes))  # type: ignore[arg-type]
    return None if found is None else (found.likelihood, found.impact)


CASES: Mapping[str, list[tuple[dict[str, object], tuple[int, int] | None]]] = {
    "unusual_price": [({}, None), ({"unusual_prices": ("big-8",)}, (3, 3))],
    # 16 of 66 cards = 24 %: medium
    "generic": [({}, None), ({"pools": (bought(), domestic(stands_for=("A",)), owned(), rented())}, (3, 2))],
    "late": [
        ({}, None),
        # 32 of 66 = 48 %: medium; 48 of 66: high
        ({"late_delivery": (LateDelivery(server="big-8", weeks=9, order_by="2026-10-01"),)}, (3, 2)),
        ({"late_delivery": tuple(LateDelivery(server=s, weeks=9, order_by="2026-10-01") for s in ("big-8", "home-8"))},
         (3, 3)),
    ],
    # 2 × 600,000 × 0.2 = 240,000 = 3.7 % of capex: medium; without a range at least medium
    "quote": [
        ({}, (3, 2)),
        ({"quote_needed": ()}, None),
        ({"quote_needed": ("big-8", "home-8")}, (3, 3)),  # + 4 × 200,000: 15.9 %
        ({"pools": (bought(), domestic(unit_price=unit_price("600000", low=Decimal(600_000), high=Decimal(600_000))))},
         (3, 2)),
    ],
    "licence": [({}, None), ({"lead_time_risk": ("big-8",)}, (2, 2))],
    "second_hand": [({}, None), ({"second_hand": ("home-8",)}, (2, 2))],
    # a tenth of 1,200,000 is 1.8 % of capex
    "exchange_rate": [({}, None), ({"pools": (bought(), domestic(unit_price=IMPORTED))}, (2, 1))],
    "validity": [
        ({}, None), ({"prices_valid_until": "2026-12-30"}, (3, 2)), ({"prices_valid_until": "2026-12-31"}, (2, 2)),
        ({"prices_valid_until": "2027-02-28"}, (2, 2)), ({"prices_valid_until": "2027-03-01"}, (1, 2)),
    ],
    "single_vendor": [({}, None), ({"pools": (bought(), rented())}, (1, 3))],
    "modelled": [({}, (2, 2))],  # all but 2.5 cards
    "stated": [
        ({}, None),
        ({"stated_factors": (StatedFactor(workload="assistant", kind="speculation", factor=1.6, source=""),)}, (2, 3)),
    ],
    "not_sized": [
        ({}, None),
        ({"workloads": (WORKLOADS[0].model_copy(update={"demand_note": "fit: one request"}),)}, (3, 2)),
    ],
    "young_stack": [({}, (2, 2)), ({"ecosystem_costs": ()}, None)],  # three months, 24 % of the cards
    "spare": [({}, (2, 2)), ({"pools": (bought(),)}, None), ({"pools": (domestic(counts=(1, 1, 1)),)}, (2, 3))],
    "binding": [({}, (2, 2)), ({"limits": LIMITS[:1]}, None)],
    "confidence": [
        ({}, None),
        ({"sources": (*SOURCES, Source(item="home", what="card specification", value="", source="a blog", date="2025",
                                       confidence="low"))}, (2, 2)),
    ],
    "cautions": [({}, None), ({"cautions": (UPS,)}, (2, 1)), ({"cautions": (UPS, SHORT)}, (3, 2))],
    "precision": [({}, (2, 2)), ({"below_checkpoint_precision": ()}, None)],
    "resale": [({}, (2, 3))],
    "gap": [({}, None), ({"status": "feasible"}, (2, 1))],
}  # fmt: skip


@pytest.mark.parametrize("kind", CASES)
def test_levels_by_hand(kind: str) -> None:
    assert [level(kind, **changes) for changes, _ in CASES[kind]] == [expected for _, expected in CASES[kind]]


def test_resale_is_what_the_tco_gains() -> None:
    plan = sample_plan()
    found = risk("resale", plan)
    assert found is not None
    assert found.facts["amount"] == float(plan.tco_at_zero_resale - plan.objective.tco_npv)


def test_p10_with_other_servers_or_none_is_high() -> None:
    tco = sample_plan().objective.tco_npv

    def p10(**changes: object) -> tuple[int, int] | None:
        return level("quantile", variants=(VARIANTS[0].model_copy(update=changes),))

    assert p10(tco_npv=tco) is None
    assert p10(tco_npv=tco * Decimal("1.02")) == (2, 1)
    assert p10(tco_npv=tco * Decimal("1.05")) == (2, 2)
    assert p10(tco_npv=tco, same_servers=False) == (2, 3)
    assert p10(tco_npv=None, status="infeasible", purchases=()) == (2, 3)


def test_worst_first_and_five_for_page_one() -> None:
    plan = sample_plan(prices_valid_until="2026-12-01", lead_time_risk=("big-8",), cautions=(UPS, SHORT))
    found = risks(plan)
    assert [each.level for each in found] == sorted((each.level for each in found), reverse=True)
    assert top_risks(plan) == found[:5]
    assert len(found) > 5


def test_every_kind_has_a_case_and_all_its_words() -> None:
    kinds = set(get_args(RiskKind))
    assert kinds == {*CASES, "quantile"}
    assert len(kinds) == len((*order.RULES, *sizing.RULES, *site.RULES))
    for kind in kinds:
        assert all(known(f"risk.{kind}{part}") for part in ("", ".fact", ".rule", ".act")), kind
