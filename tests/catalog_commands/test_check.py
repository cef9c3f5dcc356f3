"""`procure catalog check`: the shipped catalog is clean; a broken own one is reported place by place."""

import json
from pathlib import Path

import pytest

from optimizer.cost.price_warnings import price_warnings
from optimizer.inputs.catalog_check import checked
from tests.catalog.shipped import catalog
from tests.catalog.test_servers import CHEAPER_THAN_CARDS
from tests.catalog_commands.run import procure

GOOD = """\
cards:
  - id: mine
    ecosystem: cuda
    domestic: false
    facts: {performance_family: no_data, memory_bytes: 64e9, memory_bandwidth_bytes_per_s: 1e12, tdp_w: 400,
            scale_up_bytes_per_s: 400e9, host_link_bytes_per_s: 64e9}
    spec: {source: a sheet, confidence: high}
servers:
  - id: mine-8
    card: mine
    cards: 8
    site: {form: rack, rack_units: 4, max_power_w: 2880, typical_power_w: 2400, idle_power_w: 900, cooling: air,
           weight_kg: 50, psu_rating_w: 3600}
    host_memory_bytes: 512e9
    scale_up_domain_cards: 8
    scale_up_link: a bridge
    spec: {source: a quotation, confidence: high}
"""
BOOK = """\
id: mine
name: mine
market: China
snapshot: "2026-11-30"
usd_cny: 7
usd_cny_spec: {source: a bank, confidence: high}
import_margin: 0
"""
HEADER = "item_id,unit,currency,low,typical,high,date,vat,source,confidence,notes\n"


EXPLAINED = {
    # MI350X and MI355X compute in FP4; the stack's documents do not list it yet. Gaudi serves BF16 in place of FP16.
    "rate_not_served": ("gaudi2", "gaudi3", "mi350x", "mi355x"),
    # MUSA has FP8 on S5000 only, which lacks published facts (not_plannable.yaml), as have all cards of the others
    "precision_without_card": ("birensupa", "musa", "ppu", "vastai"),
    # As offered: the vendor sells these with less host memory than the cards have together
    "host_memory": ("atlas_800_3000_duo4", "dgx-b300", "gb300-nvl72", "generic_4u_duo8", "hgx-b300-oem"),
    # Two Kunpeng 920 have 80 lanes for eight cards, which hang on switches; a desktop CPU has one full slot
    "pcie_lanes": (
        "atlas_800_3000_pro8", "atlas_800i_a2_910b3", "atlas_800i_a2_910b4", "atlas_800i_a2_910b4_64g",
        "atlas_800t_a2_910b1", "atlas_800t_a2_910b2", "atlas_800t_a2_910b3", "tower-2x-rx7900xtx",
    ),
    "noise": (
        "pcie-4x-rtx4090", "tower-4x-arc-pro-b60", "tower-4x-c90", "tower-4x-rtx-6000-ada", "tower-4x-rtx-a5000",
        "tower-4x-rtx-pro-5000", "tower-4x-rtx-pro-6000-maxq", "tower-4x-w-a", "tower-4x-w-b",
    ),
}  # fmt: skip
"""Warnings of the shipped catalog that are few: why each stands."""


def check(capsys: pytest.CaptureFixture[str], folder: Path, text: str) -> tuple[int, str]:
    """(exit code, everything printed) for one own catalog file."""
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    code, out, err = procure(capsys, "catalog", "check", str(folder))
    return code, out + err


def test_the_shipped_catalog_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = procure(capsys, "catalog", "check", "--json", "-")
    answer = json.loads(out)
    assert (code, answer["status"]) == (0, "ok")
    assert answer["checked"]["cards"] == len(catalog().cards)
    assert answer["checked"]["not plannable"] == 62
    assert "no problems" in err
    groups = {group["rule"]: group for group in answer["warnings"]}
    assert set(groups["below_cards"]["ids"]) == {server for server, _ in CHEAPER_THAN_CARDS}
    assert {rule: tuple(sorted(groups[rule]["ids"])) for rule in EXPLAINED} == EXPLAINED
    assert set(groups) - set(EXPLAINED) == {"below_cards", "stale_price", "psu", "weight"}
    for group in groups.values():
        assert group["count"] == len(group["items"])
        assert all(item["text"].startswith(item["id"]) and item["source"] for item in group["items"])


def test_a_good_own_catalog_at_the_limits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = check(capsys, tmp_path, GOOD)
    assert code == 0, said
    assert "no problems; 0 warnings; 1 cards, 1 servers, 0 models" in said


def test_a_changed_shipped_field_keeps_its_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = check(capsys, tmp_path, "servers:\n  - {id: hgx-h100-oem, site: {max_power_w: 11000}}\n")
    assert code == 0, said
    code, said = check(capsys, tmp_path, "servers:\n  - {id: hgx-h100-oem, site: {max_power_w: 5000}}\n")
    assert code == 2
    assert "own.yaml:2:" in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    spec: {source: a sheet, confidence: high}\n", "", "own.yaml:2:5: cards[0].spec: is missing"),
        ("source: a sheet", 'source: " "', "own.yaml:7:12: cards[0].spec.source: is empty"),
        ("a quotation,", "a quotation, date: soon,", "own.yaml:17:33: servers[0].spec.date: not a date: soon"),
        ("a sheet, confidence: high", "a sheet", "cards[0].spec.confidence: is missing"),
        ("max_power_w: 2880", "max_power_w: 2879", "own.yaml:12:39: servers[0].site.max_power_w: 2879 W for 8 cards"),
        ("typical_power_w: 2400", "typical_power_w: 2900", "own.yaml:12:5: servers[0].site: power out of order"),
        ("ecosystem: cuda", "ecosystem: cudaa", "own.yaml:3:5: cards[0].ecosystem: unknown ecosystem"),
        ("card: mine", "card: mein", "own.yaml:10:5: servers[0].card: unknown card"),
        ("id: mine-8", "id: mine", 'own.yaml:9:5: servers[0].id: "mine" is a card too'),
        ("a bridge", "TODO ask", "own.yaml:16:5: servers[0].scale_up_link: says"),
        ("domain_cards: 8", "domain_cards: 16", "16 linked cards, but the server holds 8"),
        ("scale_up_bytes_per_s: 400e9", "scale_up_bytes_per_s: 0", "mine has no scale-up link"),
        ("    scale_up_link: a bridge", "    rent: {currency: USD}", "own.yaml:16:5: servers[0].rent: states no price"),
        (
            "    scale_up_link: a bridge",
            "    rent: {price_per_hour: 0, currency: USD}",
            "own.yaml:16:12: servers[0].rent.price_per_hour: must be greater than 0 (got 0)",
        ),
        ("    scale_up_link: a bridge", "    rent: {price_per_hour: 2, currency: EUR}", "servers[0].rent.currency"),
        ("tdp_w: 400", "tdp: 400", "cards[0].facts.tdp: unknown key"),
    ],
)
def test_a_broken_own_catalog(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert GOOD.count(old) == 1
    code, text = check(capsys, tmp_path, GOOD.replace(old, new))
    assert code == 2
    assert said in text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # 64 GB as 64 TB and as 64 MB; every other field likewise by 1,000 up or down
        ("memory_bytes: 64e9", "memory_bytes: 64e12", "own.yaml:5:42: cards[0].facts.memory_bytes: 6.4e+13 bytes is"),
        ("memory_bytes: 64e9", "memory_bytes: 64e6", "64000000 bytes is out of range (4000000000 to 2e+12"),
        ("bytes_per_s: 1e12", "bytes_per_s: 1e15", "facts.memory_bandwidth_bytes_per_s: 1e+15 bytes/s is out of range"),
        ("tdp_w: 400", "tdp_w: 0.4e6", "facts.tdp_w: 400000 W is out of range"),
        ("host_link_bytes_per_s: 64e9", "host_link_bytes_per_s: 64e6", "facts.host_link_bytes_per_s: 64000000 bytes/s"),
        ("host_memory_bytes: 512e9", "host_memory_bytes: 512e6", "host_memory_bytes: 64000000 bytes per card"),
        ("rack_units: 4", "rack_units: 178", "site.rack_units: 22.25 U per card"),  # millimetres
        ("weight_kg: 50", "weight_kg: 50000", "site.weight_kg: 6250 kg per card"),
        ("psu_rating_w: 3600", "psu_rating_w: 3", "site.psu_rating_w: 0.375 W per card"),
        ("idle_power_w: 900", "idle_power_w: 1", "site.idle_power_w: 0.125 W per card"),
        ("tdp_w: 400,", "tdp_w: 400, memory_bus_bits: 4096, memory_bits_per_s_per_pin: 2e9,",
         "own.yaml:5:62: cards[0].facts.memory_bandwidth_bytes_per_s: 1,000 GB/s, but 4096 bit × 2 Gbit/s / 8 = 1,024"),
        ("tdp_w: 400,", "tdp_w: 400, bf16_flops: 300e9,", "facts.bf16_flops: 3e+11 FLOP/s is out of range"),
        ("    cards: 8", "    cards: 8\n    rent: {price_per_hour: 20000, currency: CNY}",
         "rent.price_per_hour: 2500 CNY per card and hour"),
    ],
)  # fmt: skip
def test_a_slip_of_the_unit(capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, said: str) -> None:
    assert GOOD.count(old) == 1
    code, text = check(capsys, tmp_path, GOOD.replace(old, new))
    assert code == 2
    assert said in text


def test_bus_and_pins_within_two_per_cent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # 4096 × 1.99e9 / 8 = 1,018.9 GB/s for 1,000: 1.9 % off
    pins = "tdp_w: 400, memory_bus_bits: 4096, memory_bits_per_s_per_pin: 1.99e9,"
    code, said = check(capsys, tmp_path, GOOD.replace("tdp_w: 400,", pins))
    assert code == 0, said


@pytest.mark.parametrize("key", ["total_params", "active_params"])
def test_parameters_written_in_billions(capsys: pytest.CaptureFixture[str], tmp_path: Path, key: str) -> None:
    wrong = {"total_params": 32, "active_params": "40e9"}[key]
    code, said = check(capsys, tmp_path, f"models:\n  - {{id: Qwen3-32B, {key}: {wrong}}}\n")
    assert code == 2
    assert f"own.yaml:2:21: models[0].{key}: " in said


def test_an_unknown_precision(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = check(capsys, tmp_path, "ecosystems:\n  - {id: cuda, weight_precisions: [bf16, fp7]}\n")
    assert code == 2
    assert 'own.yaml:2:16: ecosystems[0].weight_precisions: unknown precision "fp7"' in said


def test_adaptation_months_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = check(capsys, tmp_path, "ecosystems:\n  - {id: cann, adaptation_months_typical: 13}\n")  # high: 12
    assert code == 2
    assert "own.yaml:2:16: ecosystems[0].adaptation_months_typical: months out of order" in said


def test_prices_of_an_own_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(BOOK, encoding="utf-8")
    lines = (
        "mine,card,CNY,,100000,,2025-05-30,excluded,a dealer,high,\n"  # 18 months to the day: not stale
        "mine-8,server,CNY,,799999,,2025-05-29,excluded,a dealer,high,\n"
    )
    (tmp_path / "quotes.csv").write_text(HEADER + lines, encoding="utf-8")
    code, said = check(capsys, tmp_path, GOOD)
    assert code == 0
    assert said.count("warning:") == 2
    assert "stale_price (1)" in said
    assert "below_cards (1)" in said
    assert "mine-8: server quote of 2025-05-29 is older than 18 months at 2026-11-30" in said
    assert "mine-8: typical price CNY 799,999 is below its 8 cards (CNY 800,000)" in said
    (tmp_path / "quotes.csv").write_text(HEADER + lines.replace("high,", "high,TODO"), encoding="utf-8")
    code, said = check(capsys, tmp_path, GOOD)
    assert code == 2
    assert 'quotes.csv:2:11: mine: says "TODO"' in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("100000,,", "12,,", "quotes.csv:2:5: mine: 12 CNY per card is out of range"),  # in 10,000 CNY
        ("799999,,", "79999900,,", "quotes.csv:3:5: mine-8: 9999987.5 CNY per card is out of range"),
    ],
)
def test_prices_out_of_range(capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "book.yaml").write_text(BOOK, encoding="utf-8")
    lines = (
        "mine,card,CNY,,100000,,2025-05-30,excluded,a dealer,high,\n"
        "mine-8,server,CNY,,799999,,2025-05-29,excluded,a dealer,high,\n"
    )
    (tmp_path / "quotes.csv").write_text(HEADER + lines.replace(old, new), encoding="utf-8")
    code, text = check(capsys, tmp_path, GOOD)
    assert code == 2
    assert said in text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("usd_cny: 7", "usd_cny: 0.14", "book.yaml:5:1: usd_cny: 0.14 CNY per USD is out of range"),
        ("import_margin: 0", "import_margin: 15", "book.yaml:7:1: import_margin: 15 share is out of range"),
        ("source: a bank", 'source: " "', "book.yaml:6:16: usd_cny_spec.source: is empty"),
        ("name: mine", "name: TODO", 'book.yaml:2:1: name: says "TODO"'),
    ],
)
def test_a_broken_book(capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "book.yaml").write_text(BOOK.replace(old, new), encoding="utf-8")
    (tmp_path / "quotes.csv").write_text(HEADER + "mine,card,CNY,,9000,,2026,excluded,x,high,\n", encoding="utf-8")
    code, text = check(capsys, tmp_path, GOOD)
    assert code == 2
    assert said in text


def test_only_the_prices_of_own_entries_are_judged(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(GOOD, encoding="utf-8")
    own = checked(tmp_path / "own.yaml")
    assert own.entries == {"mine", "mine-8"}
    assert price_warnings(own.catalog, own.book, own.entries) == []


def test_a_path_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = procure(capsys, "catalog", "check", str(tmp_path / "nothing"))
    assert code == 2
    assert "does not exist" in err
