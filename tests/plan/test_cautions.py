"""Cautions of whole machines, by hand: which machines they are about, and the numbers they give.

box      4 cards, 2,000 W sustained, 3,000 W at most, 5 U, 60 kg
PSU      1.5 × 2 kW = 3 kW           UPS      1.5 × 3 kW per server
"""

import pytest

from optimizer.plan.caution import Caution
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.report.caution_words import caution_text
from optimizer.solve.settings import Settings
from tests.requests import request_from

CARD = "{id: c, ecosystem: cuda, domestic: false}"
SITE = """{form: rack, rack_units: 5, max_power_w: 3000, typical_power_w: 2000, idle_power_w: 500, cooling: air,
           weight_kg: 60}"""
OWN = f"""
servers:
  - id: box
    name: Box
    cards: 4
    card: {CARD}
    site: {SITE}
    rent: {{price_per_hour: 100, currency: CNY}}
"""
QUOTES = "item_id,currency,price,vat,date,source\nbox,CNY,100000,excluded,2026-11-20,an offer\n"
REQUEST = """\
name: r
language: en
catalog: [own.yaml]
quotes: [offer.csv]
measurements: [rows.csv]
workloads: [{name: w, kind: service, demand: {value: 16, unit: pages/s}}]
policy: {servers: {allowed: [box]}}
"""
ROWS = "workload,server,cards,capacity,unit,date,source\nw,box,4,10,pages/s,2026-05,own bench\n"


def cautions(more: str = "", own: str = OWN) -> dict[tuple[str, str, str], Caution]:
    """(server, rule, finding) → caution of a plan that needs two boxes."""
    request = request_from(REQUEST + more, own_yaml=own, offer_csv=QUOTES, rows_csv=ROWS)
    plan = make_plan(request, Settings())
    assert isinstance(plan, Plan), plan
    assert sum(pool.standing for pool in plan.pools) == 2
    return {(each.server, each.rule, each.finding): each for each in plan.cautions}


def test_what_to_ask_for_with_numbers() -> None:
    found = cautions()
    assert set(found) == {("", "ups", "ask"), ("box", "psu", "ask")}  # neither host nor card memory is known
    psu, ups = found["box", "psu", "ask"], found["", "ups", "ask"]
    assert (psu.factor, psu.base, psu.needed, psu.available, psu.unit) == (1.5, 2000, 3000, None, "W")
    assert caution_text(psu, "en").startswith("PSU: ask for ≥ 3 kW (1.5 × 2 kW sustained)")
    assert caution_text(ups, "en") == "UPS: ask for ≥ 9 kW (1.5 × 6 kW IT power)"
    assert caution_text(ups, "zh") == "UPS：要求容量 ≥ 9 kW（1.5 × IT 功率 6 kW）"
    assert "seed practice" in psu.source


def test_the_factor_is_an_input() -> None:
    ups = cautions("costs: {ups_headroom: 1.2}\n")["", "ups", "ask"]
    assert (ups.factor, ups.needed, ups.source) == (1.2, 7200, "own value (costs)")


def test_a_plan_costs_the_same_whatever_the_factor() -> None:
    plans = [
        make_plan(request_from(REQUEST + more, own_yaml=OWN, offer_csv=QUOTES, rows_csv=ROWS), Settings())
        for more in ("", "costs: {psu_headroom: 3, ups_headroom: 3}\nsite: {it_power_kw: 6}\n")
    ]
    first, second = plans
    assert isinstance(first, Plan)
    assert isinstance(second, Plan)
    assert first.objective.tco_npv == second.objective.tco_npv


def test_rented_servers_stand_elsewhere() -> None:
    assert cautions("buy: {allowed: false}\nrent: {allowed: true}\n") == {}


def test_owned_servers_leave_nothing_to_ask_a_vendor() -> None:
    found = cautions("inventory: [{server: box, count: 2}]\n", OWN.replace("form: rack", "form: rack_scale"))
    assert set(found) == {("", "ups", "ask"), ("box", "weight", "ask")}
    assert found["box", "weight", "ask"].needed == 60


@pytest.mark.parametrize(
    ("rack", "own", "expected", "said"),
    [
        # 20 U / 5 U = 4, 20 kW / 3 kW = 6: 4 × 60 kg = 240 kg
        ("weight_kg: 240", OWN, None, ""),
        ("weight_kg: 239", OWN, "short", "holds 4 × 60 kg = 240 kg, more than the 239 kg of row"),
        ("weight_kg: 239", OWN.replace("weight_kg: 60", ""), "unchecked", "the 239 kg of rack row are not checked"),
        ("units: 20", OWN.replace("weight_kg: 60", ""), "unknown", "Weight not known: ask the vendor"),
    ],
)
def test_weight_of_a_rack(rack: str, own: str, expected: str | None, said: str) -> None:
    size = "" if rack.startswith("units") else "units: 20, "
    found = cautions(f"site: {{racks: [{{name: row, count: 4, {size}power_kw: 20, {rack}}}]}}\n", own)
    weights = {key[2]: each for key, each in found.items() if key[1] == "weight"}
    assert set(weights) == ({expected} if expected else set())
    assert not expected or said in caution_text(weights[expected], "en")


def test_a_rack_of_no_stated_size_is_never_full() -> None:
    found = cautions("site: {racks: [{name: row, count: 4, weight_kg: 239}]}\n")
    assert [key for key in found if key[1] == "weight"] == []


def test_air_cooling_of_a_rack() -> None:
    # 2 × 21 kW stand in one rack of 100 kW: 42 kW, and air takes 40
    own = OWN.replace("max_power_w: 3000", "max_power_w: 21000")
    found = cautions("site: {racks: [{name: row, count: 4, units: 20, power_kw: 100}]}\n", own)
    crowded = found["box", "cooling", "short"]
    assert caution_text(crowded, "en") == (
        "Cooling: 2 × 21 kW = 42 kW in one rack, more than the 40 kW that air carries away"
    )
    apart = cautions("site: {racks: [{name: row, count: 4, units: 20, power_kw: 30}]}\n", own)
    assert ("box", "cooling", "short") not in apart


def test_a_liquid_machine_on_an_air_site_and_a_rack_in_an_office() -> None:
    own = OWN.replace("cooling: air", "cooling: liquid")
    found = cautions("inventory: [{server: box, count: 2}]\nsite: {place: office}\n", own)
    assert {key[1:] for key in found} >= {("cooling", "liquid"), ("noise", "office")}


def test_every_finding_has_words_in_both_languages() -> None:
    from optimizer.report.caution_labels import CAUTION_LABELS

    for key in CAUTION_LABELS:
        rule, _, finding = key.removeprefix("caution.").partition(".")
        if key.startswith("caution.") and finding:
            caution = Caution.model_validate({
                "rule": rule, "finding": finding, "factor": 1.5, "base": 2000, "needed": 3000, "available": 1000,
                "unit": "W", "source": "x", "place": "row",
            })  # fmt: skip
            assert "{" not in caution_text(caution, "zh") + caution_text(caution, "en")
