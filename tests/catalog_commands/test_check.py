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
    site: {form: rack, rack_units: 4, max_power_w: 2880, typical_power_w: 2400, idle_power_w: 900, cooling: air}
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
    below = [warning for warning in answer["warnings"] if "is below its" in warning]
    assert {warning.split(":")[0] for warning in below} == {server for server, _ in CHEAPER_THAN_CARDS}


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
        ("a quotation,", "a quotation, date: soon,", "own.yaml:15:33: servers[0].spec.date: not a date: soon"),
        ("a sheet, confidence: high", "a sheet", "cards[0].spec.confidence: is missing"),
        ("max_power_w: 2880", "max_power_w: 2879", "own.yaml:12:39: servers[0].site.max_power_w: 2879 W for 8 cards"),
        ("typical_power_w: 2400", "typical_power_w: 2900", "own.yaml:12:5: servers[0].site: power out of order"),
        ("ecosystem: cuda", "ecosystem: cudaa", "own.yaml:3:5: cards[0].ecosystem: unknown ecosystem"),
        ("card: mine", "card: mein", "own.yaml:10:5: servers[0].card: unknown card"),
        ("id: mine-8", "id: mine", 'own.yaml:9:5: servers[0].id: "mine" is a card too'),
        ("a bridge", "TODO ask", "own.yaml:14:5: servers[0].scale_up_link: says"),
        ("domain_cards: 8", "domain_cards: 16", "16 linked cards, but the server holds 8"),
        ("scale_up_bytes_per_s: 400e9", "scale_up_bytes_per_s: 0", "mine has no scale-up link"),
        ("    scale_up_link: a bridge", "    rent: {currency: USD}", "own.yaml:14:5: servers[0].rent: states no price"),
        (
            "    scale_up_link: a bridge",
            "    rent: {price_per_hour: 0, currency: USD}",
            "own.yaml:14:12: servers[0].rent.price_per_hour: must be greater than 0 (got 0)",
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
    assert "mine-8: server quote of 2025-05-29 is older than 18 months at 2026-11-30" in said
    assert "mine-8: typical price CNY 799,999 is below its 8 cards (CNY 800,000)" in said
    (tmp_path / "quotes.csv").write_text(HEADER + lines.replace("high,", "high,TODO"), encoding="utf-8")
    code, said = check(capsys, tmp_path, GOOD)
    assert code == 2
    assert 'quotes.csv: mine: says "TODO"' in said


def test_only_the_prices_of_own_entries_are_judged(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(GOOD, encoding="utf-8")
    own = checked(tmp_path / "own.yaml")
    assert own.entries == {"mine", "mine-8"}
    assert price_warnings(own.catalog, own.book, own.entries) == []


def test_a_path_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = procure(capsys, "catalog", "check", str(tmp_path / "nothing"))
    assert code == 2
    assert "does not exist" in err
