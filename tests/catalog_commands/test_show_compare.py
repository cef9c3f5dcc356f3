"""`procure catalog show` and `compare`."""

import pytest

from tests.catalog_commands.run import listed, procure


def test_a_card_with_quotes_and_servers(capsys: pytest.CaptureFixture[str]) -> None:
    (card,) = listed(capsys, "show", "h20-96")
    assert card["id"] == "h20-96"
    assert card["servers"] == ["hgx-h20-8x96"]
    assert {quote["unit"] for quote in card["quotes"]} == {"module8", "card"}
    (memory,) = [field for field in card["fields"] if field["field"] == "memory_bytes"]
    assert (memory["value"], memory["shown"], memory["unit"]) == (97871 * 2**20, "102.625", "GB")
    assert memory["source"]
    assert memory["confidence"] == "high"
    assert "date" in memory


def test_a_server_with_the_quotes_of_its_card(capsys: pytest.CaptureFixture[str]) -> None:
    (server,) = listed(capsys, "show", "hgx-h20-8x96")
    assert {quote["item_id"] for quote in server["quotes"]} == {"hgx-h20-8x96", "h20-96"}
    assert server["availability_of_card"] == "licensed"


def test_what_cannot_be_planned_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    (server,) = listed(capsys, "show", "mccx_d800_s5000")
    assert (server["plannable"], server["reason"]) == (False, "missing power")
    price = next(field for field in server["fields"] if field["field"] == "price.typical")
    assert (price["value"], price["unit"]) == (950_000, "CNY")
    assert price["source"].startswith("own estimate")
    code, out, _ = procure(capsys, "catalog", "show", "mccx_d800_s5000", "--lang", "zh")
    assert code == 0
    assert "不可规划: missing power" in out
    assert "mtt_s5000" in out


@pytest.mark.parametrize("entry_id", ["Qwen3-32B", "cuda", "electricity_price", "bge-m3", "cloudmatrix384"])
def test_every_kind_can_be_shown(capsys: pytest.CaptureFixture[str], entry_id: str) -> None:
    code, out, _ = procure(capsys, "catalog", "show", entry_id)
    assert code == 0
    assert entry_id in out
    assert "confidence" in out


def test_units_as_read(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = procure(capsys, "catalog", "show", "h100-sxm")
    lines = [line.split() for line in out.splitlines()]
    assert ["memory_bandwidth_bytes_per_s", "3,352", "GB/s"] in lines
    assert ["bf16_flops", "989.4", "TFLOPS"] in lines
    assert ["launch_year", "2022"] in lines
    assert ["tdp_w", "700", "W"] in lines


def test_rows_that_differ_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = procure(capsys, "catalog", "compare", "h20-96", "h20-141")
    lines = [line.split() for line in out.splitlines()]
    assert code == 0
    assert ["≠", "memory_bytes", "102.625", "150.755", "GB"] in lines
    assert ["bf16_flops", "148", "148", "TFLOPS"] in lines


def test_an_unknown_value_is_a_dash_and_a_gap_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = procure(capsys, "catalog", "compare", "mtt_s4000", "mtt_s5000")
    lines = [line.split() for line in out.splitlines()]
    assert ["≠", "tdp_w", "450", "–", "W"] in lines
    assert any("missing TDP" in line for line in out.splitlines())


def test_compare_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, "compare", "Qwen3-32B", "Qwen3-8B")
    assert [entry["id"] for entry in found] == ["Qwen3-32B", "Qwen3-8B"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "h20_96"], "did you mean h20-96?"),
        (["compare", "h20_96", "h100-smx"], "did you mean h100-sxm?"),
        (["compare", "h20-96"], "nothing to compare"),
        (["compare", "h20-96", "Qwen3-32B"], "cards and models have no fields in common"),
        (["compare", "cuda", "cann"], "ecosystems are not compared"),
    ],
)
def test_what_cannot_be_answered(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    code, out, err = procure(capsys, "catalog", *arguments)
    assert (code, out) == (2, "")
    assert said in err
