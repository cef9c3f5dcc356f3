"""Regret, entry price, limits, ranges and alternatives, by sums in the head (machines: tiny.py)."""

from decimal import Decimal

import pytest

from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.plan.progress import silent
from optimizer.plan.why.alternatives import alternatives
from optimizer.plan.why.explain import Asked
from optimizer.plan.why.limit_value import limit_values
from optimizer.plan.why.ranges import ranges
from optimizer.plan.why.why_not import why_not
from optimizer.solve.settings import Settings
from tests.why.tiny import MACHINES, TEXT, solved, tiny


def test_the_plan_is_four_of_the_cheapest() -> None:
    plan = solved(tiny())
    assert (plan.decision.counts, plan.cost_fen) == ({"box-a": (4,)}, 40_000)


def test_regret_and_entry_price() -> None:
    """box-b: 4 × 130 = 520, 120 more; it enters at 100. box-c: 2 × 250 = 500, 100 more; it enters at 400 / 2 = 200."""
    answers = {each.offer: each for each in why_not(solved(tiny()), None, silent)}
    assert list(answers)[:2] == ["box-c", "box-b"]  # the less dear first
    found = {name: (a.regret, a.regret_bound, a.entry_price, a.entry_verified) for name, a in answers.items()}
    assert found["box-b"] == (Decimal(120), Decimal(120), Decimal(100), True)
    assert found["box-c"] == (Decimal(100), Decimal(100), Decimal(200), True)
    assert answers["box-b"].purchases == ("4 × box-b",)


def test_a_server_that_no_limit_admits_is_impossible_and_says_which() -> None:
    """2 kW carry two box-c (40 pages/s); four of anything else need 4 kW."""
    answers = {each.offer: each for each in why_not(solved(tiny(text=TEXT.replace("kw: 10", "kw: 2"))), None, silent)}
    assert answers["box-a"].status == "impossible"
    assert "site.it_power_kw" in answers["box-a"].limits


def test_ruled_out_servers_keep_their_reasons() -> None:
    answers = {each.offer: each for each in why_not(solved(tiny()), ("hgx-h20-8x96",), silent)}
    (reason,) = answers["hgx-h20-8x96"].reasons
    assert (answers["hgx-h20-8x96"].status, reason.limit, reason.unit) == ("rejected", "card", "policy.servers")


def test_no_price_is_low_enough_for_a_stack_that_must_be_ported() -> None:
    """Porting to cann takes three months of 1,000: not even free would box-b be chosen."""
    machines = MACHINES.replace("id: card-b, vendor: V, ecosystem: cuda", "id: card-b, vendor: V, ecosystem: cann")
    request = tiny(text=TEXT.replace("costs:", "costs:\n  engineer_month: 1000"), machines=machines)
    (answer,) = why_not(solved(request), ("box-b",), silent)
    assert answer.status == "dearer"
    assert (answer.entry_asked, answer.entry_price) == (True, None)


def test_what_a_limit_costs() -> None:
    """With 3 kW two box-c for 500 are all that fits; with 4 kW four box-a for 400 do: one kW more saves 100."""
    (value,) = limit_values(solved(tiny(text=TEXT.replace("kw: 10", "kw: 3"))), silent)
    assert (value.path, value.value, value.step) == ("site.it_power_kw", "3.0", "+1 kW")
    assert value.saved_by_step == value.saved_without == 100
    assert limit_values(solved(tiny()), silent) == ()  # 10 kW cost nothing


def test_a_share_that_costs_money() -> None:
    """Half domestic by cards: two of each for 460; without the rule 400; one point less changes nothing."""
    request = tiny(text=TEXT.replace("policy: {", "policy: {domestic_share: {minimum: 0.5, by: cards}, "))
    (value,) = limit_values(solved(request), silent)
    assert value.path == "policy.domestic_share.minimum"
    assert value.saved_without == 60
    assert value.saved_by_step == 0


def test_ranges() -> None:
    """box-a stays the cheapest up to 500 / 4 = 125 a piece, and from 31 pages/s (four) to 40."""
    found = {(r.kind, r.path): r for r in ranges(solved(tiny()), silent)}
    price = found["price", "box-a"]
    assert price.low is None
    assert price.high == pytest.approx(Decimal(125), abs=Decimal("0.02"))
    demand = found["demand", "workloads[0]"]
    # whole per cents of 35: 86 % = 30.1 needs four, 85 % = 29.75 three; 114 % = 39.9 four, 115 % five
    assert (demand.low, demand.high) == (Decimal("30.1"), Decimal("39.9"))
    assert ("tariff", "site.electricity.price_per_kwh") not in found  # nothing is paid for energy here


def test_a_price_range_ends_where_a_rule_breaks() -> None:
    """A budget of 460 incl. 13 % VAT: 407.08 without, so at 101.77 a piece the plan is no plan any more."""
    found = {
        r.path: r for r in ranges(solved(tiny(text=TEXT.replace("rate: 0}", "rate: 0, capex_budget: 460}"))), silent)
    }
    assert found["box-a"].high == pytest.approx(Decimal("101.77"), abs=Decimal("0.1"))


def test_alternatives() -> None:
    """box-b + 3 box-a = 430; c + 2 a = 450; 2 c = 500 (and a + b + c = 480): the workload itself runs on one type."""
    found = alternatives(solved(tiny()), silent, count=5, within=Decimal("0.5"))
    assert [(a.rank, a.purchases, a.difference) for a in found] == [
        (1, ("2 × box-c",), Decimal(100)),
        (2, ("4 × box-b",), Decimal(120)),
    ]
    assert all(a.proved for a in found)
    assert alternatives(solved(tiny()), silent, within=Decimal("0.2")) == ()


def test_a_plan_explains_itself_only_when_asked() -> None:
    silent_plan = make_plan(tiny(), Settings())
    told = make_plan(tiny(), Settings(), asked=Asked())
    assert isinstance(silent_plan, Plan)
    assert isinstance(told, Plan)
    assert silent_plan.explanation is None
    assert told.explanation is not None
    assert told.explanation.ranges
    assert told.model_copy(update={"explanation": None, "objective": silent_plan.objective}) == silent_plan
    assert Plan.model_validate_json(told.model_dump_json()) == told
