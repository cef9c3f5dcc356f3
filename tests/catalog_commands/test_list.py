"""`procure catalog list`: everything is there, filters keep what they say, JSON and tables."""

import json
from pathlib import Path

import pytest

from optimizer.inputs.catalog_gaps import not_plannable
from optimizer.inputs.shipped import shipped_files
from tests.catalog.shipped import book, catalog
from tests.catalog_commands.run import listed, procure


@pytest.mark.parametrize(("kind", "least", "gaps"), [("cards", 115, 35), ("servers", 200, 23), ("models", 85, 4)])
def test_nothing_is_silently_dropped(capsys: pytest.CaptureFixture[str], kind: str, least: int, gaps: int) -> None:
    found = listed(capsys, "list", kind)
    assert len(found) >= least
    assert len({entry["id"] for entry in found}) == len(found)
    unplannable = [entry for entry in found if not entry["plannable"]]
    assert len(unplannable) == gaps
    assert all(entry["reason"] for entry in unplannable)
    assert {entry["id"] for entry in found if entry["plannable"]} == set(getattr(catalog(), kind))
    assert all(entry["spec.source"] and entry["spec.confidence"] for entry in found)


@pytest.mark.parametrize(("kind", "count"), [("ecosystems", 15), ("parameters", 55 + 107)])
def test_other_kinds(capsys: pytest.CaptureFixture[str], kind: str, count: int) -> None:
    assert len(listed(capsys, "list", kind)) == count


def test_figures_that_no_formula_reads_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "list", "parameters")
    read = [entry["id"] for entry in found if entry["plannable"]]
    assert read == list(catalog().parameters)
    others = {entry["id"]: entry for entry in found if not entry["plannable"]}
    assert {entry["reason"] for entry in others.values()} == {"no formula reads it"}
    assert not others.keys() & set(read)
    tender = others["server_cn_ascend_inference_avg_price_incl_vat"]
    assert (tender["unit"], tender["low"], tender["typical"]) == ("CNY/server", 600_000, 653_113)
    assert "low" not in others["psu_failure_rate"]
    _, out, _ = procure(capsys, "catalog", "list", "parameters")
    (line,) = [line.split() for line in out.splitlines() if line.startswith("wacc ")]
    assert line == ["wacc", "8", "(5", "…", "12)", "%/yr"]
    assert [name for name in others if name not in out] == []


def test_prices_have_the_id_of_their_item(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "list", "prices")
    quoted = [quote.item_id for quote in book().quotes]
    assert [entry["id"] for entry in found[: len(quoted)]] == quoted
    assert found[0]["typical"] == 880_000


def test_rents_are_prices_too(capsys: pytest.CaptureFixture[str]) -> None:
    rents = [entry for entry in listed(capsys, "list", "prices") if entry["unit"].startswith("hour")]
    offers = {server.id: server.rent for server in catalog().servers.values() if server.rent}
    assert {entry["id"] for entry in rents} == offers.keys()
    stated = {entry["unit"]: entry for entry in rents if entry["id"] == "aws-p5en.48xlarge"}
    assert {unit: entry["typical"] for unit, entry in stated.items()} == {"hour": 63.296, "hour, 3 years": 23.8}
    assert [entry["plannable"] for entry in stated.values()] == [True, False]
    (china,) = [
        entry for entry in rents if (entry["id"], entry["unit"]) == ("aws-ningxia-p4d.24xlarge", "hour, 1 year")
    ]
    assert (china["currency"], china["typical"], china["vat"]) == ("CNY", 109.601338, "unknown")


def test_rates_that_are_no_offers_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    found = {entry["id"]: entry for entry in listed(capsys, "list", "servers") if not entry["plannable"]}
    assert found["market-low-h100-sxm"]["reason"] == "the low end of a market range, not an offer of anyone"
    assert found["market-low-h100-sxm"]["rent.price_per_hour"] == 1.99


def test_gaps_refer_to_what_exists_and_are_not_plannable_twice() -> None:
    gaps = not_plannable(shipped_files())
    cards = catalog().cards.keys() | {gap.id for gap in gaps.values() if gap.card}
    assert not gaps.keys() & (catalog().cards.keys() | catalog().servers.keys() | catalog().models.keys())
    assert [gap.id for gap in gaps.values() if gap.server and gap.server.card not in cards] == []
    assert [g.id for g in gaps.values() if g.card and g.card.ecosystem not in catalog().ecosystems] == []
    assert all([gap.card, gap.server, gap.model].count(None) == 2 for gap in gaps.values())


def test_a_gap_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    (s5000,) = [entry for entry in listed(capsys, "list", "cards") if entry["id"] == "mtt_s5000"]
    assert s5000["reason"].startswith("missing TDP")
    assert "tdp_w" not in s5000
    assert s5000["memory_bytes"] == 80 * 10**9


def test_memory_of_a_server_is_that_of_its_cards_together(capsys: pytest.CaptureFixture[str]) -> None:
    found = {entry["id"] for entry in listed(capsys, "list", "servers", "--min-memory-gb", "800")}
    assert "hgx-h20-8x96" in found  # 8 × 102.6 GB
    assert "hgx-h100-oem" not in found  # 8 × 85.5 GB
    cards = {entry["id"] for entry in listed(capsys, "list", "cards", "--min-memory-gb", "100")}
    assert "h20-96" in cards
    assert "h100-sxm" not in cards
    assert "metax_c588" not in cards  # memory unknown


def test_vendor_is_that_of_card_or_server_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    cards = listed(capsys, "list", "cards", "--vendor", "MOORE threads")
    assert {entry["vendor"] for entry in cards} == {"Moore Threads"}
    servers = {entry["id"] for entry in listed(capsys, "list", "servers", "--vendor", "nvidia")}
    assert "hgx-h100-oem" in servers  # made by others, with NVIDIA's cards
    assert {entry["id"] for entry in listed(capsys, "list", "ecosystems", "--vendor", "nvidia")} == {"cuda"}


def test_buyer_follows_availability(capsys: pytest.CaptureFixture[str]) -> None:
    state = listed(capsys, "list", "cards", "--buyer", "state")
    assert all(entry["domestic"] and entry["availability"] == "free" for entry in state)
    private = {entry["id"] for entry in listed(capsys, "list", "cards", "--buyer", "private")}
    assert "h20-96" in private  # licensed
    assert "h100-sxm" not in private  # restricted
    assert "h100-sxm" in {entry["id"] for entry in listed(capsys, "list", "cards", "--buyer", "overseas")}


def test_class_ecosystem_and_origin(capsys: pytest.CaptureFixture[str]) -> None:
    consumer = listed(capsys, "list", "cards", "--class", "consumer", "--ecosystem", "cuda")
    assert {entry["market_class"] for entry in consumer} == {"consumer"}
    assert "rtx-4090" in {entry["id"] for entry in consumer}
    domestic, foreign = (listed(capsys, "list", "servers", option) for option in ("--domestic", "--foreign"))
    assert len(domestic) + len(foreign) == len(listed(capsys, "list", "servers"))
    assert "atlas_800t_a2_910b3" in {entry["id"] for entry in domestic}


def test_filters_of_prices_ask_the_item(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "list", "prices", "--vendor", "Huawei")
    assert found
    assert {catalog().servers[e["id"]].card if e["unit"] == "server" else e["id"] for e in found} <= {
        card.id for card in catalog().cards.values() if card.vendor == "Huawei"
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["models", "--vendor", "x"], "--vendor does not apply to models"),
        (["parameters", "--domestic"], "--domestic does not apply to parameters"),
        (["ecosystems", "--class", "consumer"], "--class does not apply to ecosystems"),
        (["cards", "--vendor", "nvida"], "did you mean NVIDIA?"),
        (["cards", "--ecosystem", "cudaa"], "did you mean cuda?"),
    ],
)
def test_a_filter_is_never_ignored(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    code, out, err = procure(capsys, "catalog", "list", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_no_match_is_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys, "list", "cards", "--min-memory-gb", "1e6") == []


@pytest.mark.parametrize("kind", ["cards", "servers", "models", "ecosystems", "prices", "parameters"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_tables_fit_80_columns(capsys: pytest.CaptureFixture[str], kind: str, language: str) -> None:
    from rich.cells import cell_len

    code, out, _ = procure(capsys, "catalog", "list", kind, "--lang", language)
    assert code == 0
    assert max(map(cell_len, out.splitlines())) <= 80
    first = "×" if kind in ("cards", "servers", "models", "prices", "parameters") else ""
    assert first in out
    assert "…" not in out.replace(" … ", "")
    ids = {item_id for item_id in getattr(catalog(), kind, {}) if item_id not in out}
    assert ids == set()


def test_json_to_a_file_keeps_the_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "cards.json"
    code, out, _ = procure(capsys, "catalog", "list", "cards", "--vendor", "Intel", "--json", str(target))
    assert code == 0
    assert "gaudi2" in out
    assert "gaudi2" in {entry["id"] for entry in json.loads(target.read_text(encoding="utf-8"))}
