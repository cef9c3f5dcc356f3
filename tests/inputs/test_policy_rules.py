from pathlib import Path

import pytest

from optimizer.inputs.requirements import Policy
from optimizer.inputs.splitting import asks_for_mix, server_types
from tests.inputs.request_files import INFERENCE, PRETRAIN, TENDER, load, problems

SHARES = "policy: {{ecosystems: {}}}"
OWN = "inventory: [{{server: hgx-h20, count: 2{}}}]"
MIX = Policy.model_validate({"domestic_share": {"minimum": 0.5}})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("policy: {domestic_share: {minimum: 50}}",
         "request.yaml:12:27: policy.domestic_share.minimum: must be at most 1 "
         "(got 50); write a share between 0 and 1: 0.5 for 50 %"),
        ("policy: {domestic_share: {minimum: 50%}}", "write 0.5 for 50%"),
        ("policy: {domestic_share: {by: cards}}",
         "policy.domestic_share.minimum: is missing; write the least share, e.g."),
        ("policy: {domestic_share: {minimum: 0.5, by: money}}", "must be one of spend, cards, servers, compute"),
        (SHARES.format("{minimum_share: {can: 0.3}}"),
         'request.yaml:12:39: policy.ecosystems.minimum_share.can: unknown '
         'ecosystem "can"; did you mean cann?'),
        (SHARES.format("{minimum_share: {cann: 0.6, cuda: 0.5}}"),
         "minimum_share: the shares add up to 1.1; lower them"),
        (SHARES.format("{minimum_share: {cann: 30}}"),
         "minimum_share.cann: must be at most 1 (got 30); write a share betw"),
        (SHARES.format("{allowed: [cuda], minimum_share: {cann: 0.3}}"),
         "minimum_share.cann: cann must have a share, but "
         "policy.ecosystems.allowed leaves it out; add cann to `allowed`, or remove its share"),
        (SHARES.format("{maximum: 1, minimum_share: {cann: 0.3, cuda: 0.3}}"),
         "2 ecosystems must have a share, but policy"),
        ("buy: {allowed: false}",
         "request.yaml:12:7: buy.allowed: nothing may be bought, nothing may be rented, and the "
         "inventory is empty; write `rent: {allowed: true}`"),
        ("rent: {maximum_share: 0.3}",
         "rent.maximum_share: limits rent, but rent is not allowed; write `allowed: true`"),
        ("rent: {allowed: true, maximum_share: 0.3}\nbuy: {allowed: false}",
         "at most 0.3 may be rented, but nothing may"),
        ("inventory: [{server: hgx-h2, count: 2}]",
         'request.yaml:12:14: inventory[0].server: unknown server "hgx-h2"; did'),
        ("inventory: [{count: 2}]", "inventory[0].server: is missing; write `server:` with the id of a server"),
        (OWN.format(", cards: 9"), "inventory[0].cards: 9 usable cards of each, but hgx-h20 holds 8; write at most 8"),
        (OWN.format(", until: 2028"),
         "request.yaml:1:1: start: is missing: inventory[0].until needs it; write the month"),
        (OWN.format(", until: 2026") + "\nstart: 2027-01",
         "inventory[0].until: in service until 2026, but year 1 begins in"),
        (OWN.format(", year_bought: 2028") + "\nstart: 2027-01",
         "year_bought: bought in 2028, but year 1 begins in 2027-01"),
        (OWN.format(", until: 2027, year_bought: 2028") + "\nstart: 2027-1", "start: must be a month (got \"2027-1\")"),
        ("start: 2027", "request.yaml:12:1: start: must be a month (got 2027); write it like 2027-01"),
        ("inventory: [{server: hgx-h20, count: 2}, {server: hgx-h20, count: 1}]",
         "inventory[1]: describes the same servers"),
        ("site: {fabric: {kind: roce}}", "site.fabric.gbps_per_card: is missing; write the network rate of one card"),
    ],
)  # fmt: skip
def test_contradictions(tmp_path: Path, text: str, message: str) -> None:
    found = problems(tmp_path, f"{INFERENCE}{text}\n")
    assert [line for line in found if message in line], found
    assert len(found) == 1 + ("2027-1\n" in f"{text}\n" and "until: 2027," in text), found


def test_a_rent_only_server_is_not_owned(tmp_path: Path) -> None:
    cloud = "servers:\n  - {id: cloud, card: l20, cards: 1, rent: {price_per_hour: 1, currency: CNY}}\n"
    text = INFERENCE + "catalog: [c.yaml]\ninventory: [{server: cloud, count: 2}]\n"
    (found,) = problems(tmp_path, text, c__yaml=cloud)
    assert 'inventory[0].server: "cloud" is described for rent only: it has no `site` with power and size' in found


@pytest.mark.parametrize(
    "text",
    [
        "policy: {domestic_share: {minimum: 0, by: compute, scope: fleet}}",
        "policy: {domestic_share: {minimum: 1}}",
        SHARES.format("{allowed: [cuda], minimum_share: {cann: 0}}"),
        SHARES.format("{maximum: 2, minimum_share: {cann: 0.7, cuda: 0.3}}"),
        "buy: {allowed: false}\nrent: {allowed: true}",
        "buy: {allowed: false}\n" + OWN.format(""),
        "buy: {allowed: false}\nrent: {allowed: true, maximum_share: 0.5}\n" + OWN.format(""),
        "rent: {maximum_share: 1}",
        OWN.format(", cards: 8, until: 2027, year_bought: 2027") + "\nstart: 2027-12",
        "inventory: [{server: hgx-h20, count: 2}, {server: hgx-h20, count: 2, year_bought: 2024}]",
    ],
)
def test_what_is_just_allowed(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, f"{INFERENCE}    domestic_only: true\n{text}\n").requirements.name == "test"


@pytest.mark.parametrize(("minimum", "mix"), [(0, False), (0.01, True), (0.99, True), (1, False)])
def test_a_share_strictly_between_asks_for_a_mix(minimum: float, mix: bool) -> None:
    assert asks_for_mix(Policy.model_validate({"domestic_share": {"minimum": minimum}})) == mix
    assert asks_for_mix(Policy.model_validate({"ecosystems": {"minimum_share": {"cann": minimum}}})) == mix
    assert not asks_for_mix(Policy())


def test_server_types(tmp_path: Path) -> None:
    for text, plain, mixed in ((INFERENCE, 1, 2), (TENDER, 1, 2), (PRETRAIN, 1, 1)):
        (workload,) = load(tmp_path, text).requirements.workloads
        assert (server_types(workload, Policy()), server_types(workload, MIX)) == (plain, mixed)
    for written in (1, 3):
        (workload,) = load(tmp_path, INFERENCE + f"    max_server_types: {written}\n").requirements.workloads
        assert server_types(workload, Policy()) == server_types(workload, MIX) == written
