"""Generic tiers in plans: only where named, at the price of their closest server, and never passed off as products."""

from pathlib import Path

import openpyxl
import pytest

from optimizer.cost.server_price import server_price
from optimizer.errors import InputError
from optimizer.inputs.load import load_request
from optimizer.instance.prepare import prepare
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.report.console import print_plan
from optimizer.report.json_report import plan_json
from optimizer.report.workbook import write_workbook
from optimizer.resources import resource
from optimizer.solve.settings import Settings
from tests.requests import request_from

OFFICE = """\
name: tiers
language: en
site: {place: office}
policy: {consumer_cards: allow}
workloads:
  - {name: dev, kind: capacity, demand: {value: 4, unit: cards}%s}
"""
C90 = OFFICE % ", cards: {allowed: [C90]}"
REAL = ("GeForce RTX 4090 24GB", "GeForce RTX 4090 D 24GB")


def planned(text: str) -> Plan:
    plan = make_plan(request_from(text), Settings())
    assert isinstance(plan, Plan)
    return plan


def test_the_price_is_that_of_the_closest_server() -> None:
    request = request_from(C90)
    for cards, real in ((1, "tower-1x-rtx4090"), (2, "tower-2x-rtx4090"), (4, "pcie-4x-rtx4090")):
        tier = server_price(request, request.catalog.servers[f"tower-{cards}x-c90"])
        closest = server_price(request, request.catalog.servers[real])
        assert tier
        assert closest
        assert (tier.amount, tier.low, tier.high, tier.date) == (
            closest.amount,
            closest.low,
            closest.high,
            closest.date,
        )
        assert (tier.basis, tier.confidence) == ("closest card", "low")
        assert tier.source == f"{real} ({closest.basis}): {closest.source}"


def test_a_quote_for_the_real_server_is_the_price_of_the_tier_too() -> None:
    head = "item_id,currency,price,vat,date,source\n"
    text = C90 + "quotes: [offers.csv]\n"
    request = request_from(text, offers_csv=head + "pcie-4x-rtx4090,CNY,90000,excluded,2026-11-01,a dealer\n")
    price = server_price(request, request.catalog.servers["tower-4x-c90"])
    assert price
    assert (float(price.amount), str(price.basis), price.confidence) == (90_000, "closest card", "low")
    request = request_from(text, offers_csv=head + "tower-4x-c90,CNY,80000,excluded,2026-11-01,a dealer\n")
    price = server_price(request, request.catalog.servers["tower-4x-c90"])
    assert price
    assert (float(price.amount), str(price.basis), price.confidence) == (80_000, "own quote", "high")


@pytest.mark.parametrize("example", ["company_service", "developer_team", "group_platform", "training_cluster"])
def test_no_example_is_offered_one(example: str) -> None:
    request = load_request(resource("requirements_examples", f"{example}.yaml"))
    assert [s.id for s in request.catalog.servers.values() if request.catalog.cards[s.card].closest_cards] == []


def test_where_nobody_names_one_it_is_neither_offered_nor_rejected() -> None:
    prepared = prepare(request_from(OFFICE % ""))
    tiers = {name for name, card in prepared.request.catalog.cards.items() if card.closest_cards}
    assert len(tiers) == 10
    assert not [offer.id for offer in prepared.offers if offer.card.id in tiers]
    assert not [r.server for r in prepared.rejections if "-c90" in r.server]


@pytest.mark.parametrize(
    "text",
    [
        C90,
        OFFICE % ", servers: {allowed: [tower-4x-c90]}",
        OFFICE.replace("allow}", "allow, cards: {allowed: [C90]}}") % "",
        OFFICE.replace("allow}", "allow, servers: {allowed: [tower-4x-c90]}}") % "",
    ],
)
def test_planned_with_where_named(text: str) -> None:
    plan = planned(text)
    assert [(pool.server, pool.count, pool.stands_for[:2]) for pool in plan.pools] == [("tower-4x-c90", 1, REAL)]
    assert plan.quote_needed == ("tower-4x-c90",)


def test_one_workload_naming_it_does_not_open_it_to_the_others() -> None:
    text = C90 + "  - {name: other, kind: capacity, demand: {value: 1, unit: cards}}\n"
    prepared = prepare(request_from(text))
    assert ("dev", "tower-4x-c90") in prepared.options
    assert ("other", "tower-4x-c90") not in prepared.options
    (refused,) = [r for r in prepared.rejections if (r.workload, r.server) == ("other", "tower-4x-c90")]
    assert (refused.limit, refused.available) == ("card", "generic tier, not named")


def test_owned_ones_are_used_and_no_more_are_bought() -> None:
    owned = "inventory: [{server: tower-4x-c90, count: 1}]\n"
    plan = planned(OFFICE % "" + owned)
    assert [(pool.server, pool.count, pool.owned) for pool in plan.pools] == [("tower-4x-c90", 0, (1, 1, 1))]
    more = prepare(request_from(OFFICE.replace("value: 4", "value: 5") % "" + owned))
    assert [offer.id for offer in more.offers if offer.card.closest_cards and offer.may_buy] == []


def test_the_report_names_the_real_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = planned(C90)
    print_plan(plan)
    said = " ".join(capsys.readouterr().out.split())
    assert f"Generic tier, not a product: C90 generic tier, 24 GB: stands for {', '.join(REAL)}" in said
    assert plan_json(plan)["purchases"][0]["stands_for"][:2] == list(REAL)
    write_workbook(plan, tmp_path / "plan.xlsx")
    book = openpyxl.load_workbook(tmp_path / "plan.xlsx")
    texts = {sheet.title: [str(c.value) for row in sheet for c in row if c.value] for sheet in book}
    front = texts["Summary"]
    assert [text for text in front if f"stands for {', '.join(REAL)}" in text]
    assert [name for name, found in texts.items() if any("pcie-4x-rtx4090 (USD price × FX)" in text for text in found)]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{id: x, closest_cards: [rtx-4090x]}", "unknown card"),
        ("{id: x, closest_cards: [C70]}", "C70 is a generic tier itself"),
    ],
)
def test_a_tier_stands_for_cards_that_exist(entry: str, said: str) -> None:
    card = entry.replace("}", ", ecosystem: cuda, domestic: false}")
    with pytest.raises(InputError, match=said):
        request_from(C90 + "catalog: [own.yaml]\n", own_yaml=f"cards:\n  - {card}\n")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("card: rtx-4090, cards: 1, priced_as: tower-1x-rtx4090", "rtx-4090 is no generic tier"),
        ("card: C90, cards: 1, priced_as: nothing", "unknown server"),
        ("card: C90, cards: 1, priced_as: tower-1x-rtx4060-8", "rtx-4060-8 of tower-1x-rtx4060-8 is no closest card"),
        ("card: C90, cards: 3, priced_as: tower-1x-rtx4090", "holds 1 cards, this server 3"),
    ],
)
def test_a_server_is_priced_as_one_like_it(fields: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        request_from(C90 + "catalog: [own.yaml]\n", own_yaml=f"servers:\n  - {{id: x, {fields}}}\n")
