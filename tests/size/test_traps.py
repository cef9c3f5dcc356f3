"""Published questions whose obvious answer is wrong."""

import pytest

from tests.size.run import changes, sized

CASE_06 = {1: 51.7, 5: 218, 25: 623, 50: 814, 100: 917, 150: 921, 200: 921, 250: 920}
"""Requests in flight → output tokens/s: NVIDIA NIM benchmark page, Llama-3.3-70B FP8, 2 × H100, 5,000 / 500 tokens."""


@pytest.mark.parametrize(
    ("card", "cards", "precision", "fits"),
    [
        ("h20-96", 8, "fp8", True), ("h20-141", 8, "fp8", True), ("h200-sxm", 8, "fp8", True),
        ("ascend_910c", 8, "w8a8", True), ("ascend_910b2", 16, "w8a8", True), ("h100-sxm", 8, "fp8", False),
        ("a100-80-sxm", 8, "w8a8", False), ("ascend_910b2", 8, "w8a8", False),
    ],
)  # fmt: skip
def test_where_deepseek_r1_in_8_bit_fits(
    capsys: pytest.CaptureFixture[str], card: str, cards: int, precision: str, fits: bool
) -> None:
    found = sized(capsys, "DeepSeek-R1", card, "--cards", f"{cards}", "--precision", precision)
    assert found["status"] == ("fits" if fits else "does_not_fit")
    assert found["cards"] == cards
    if not fits:
        assert found["rejection"]["limit"] == "memory"
        assert found["rejection"]["needed"] > found["rejection"]["available"]
        assert changes(found)["cards"]["to"] == 16


def test_six_cards_do_not_divide_64_heads(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "Qwen2-72B", "a100-40-sxm", "--cards", "6", "--precision", "bf16")
    assert found["rejection"] == {"limit": "heads", "needed": 8, "available": 6, "unit": "cards"}
    m = found["memory"]
    assert m["weights_bytes"] + 6 * 3e9 < 6 * 0.9 * 40e9  # memory alone would do
    assert changes(found)["cards"]["to"] == 8
    assert "6 devices do not divide 64 attention heads" in found["notes"][0]


def test_six_cards_that_hold_it_on_four_leave_two_idle(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "Qwen2-72B", "l40s", "--cards", "6", "--precision", "bf16")
    assert (found["status"], found["layout"]["devices"], found["idle_cards"]) == ("fits", 4, 2)
    assert found["heads_divide_by"] == [1, 2, 4, 8, 16]


def test_64_rtx_4090_hold_671b_but_have_no_link(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "DeepSeek-V3", "rtx-4090", "--cards", "64", "--precision", "fp8")
    assert (found["rejection"]["limit"], found["servers"]) == ("link", 8)
    assert found["memory"]["fits"]
    assert found["memory"]["devices"] == 64
    assert set(changes(found)) == {"server"}


def test_four_24_gb_cards_hold_72b_in_int4_but_are_too_slow(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--cards", "4", "--precision", "int4", "--input", "4000", "--output", "500")
    slow = sized(capsys, "Qwen2.5-72B", "rtx-4090", *given, "--ttft", "2000", "--tpot", "50")
    assert (slow["status"], slow["rejection"]["limit"], slow["memory"]["fits"]) == ("too_slow", "tpot", True)
    assert slow["rejection"]["available"] > 50
    assert sized(capsys, "Qwen2.5-72B", "rtx-4090", *given)["status"] == "fits"


@pytest.mark.parametrize("in_flight", sorted(CASE_06))
def test_70b_fp8_on_two_h100_saturates(capsys: pytest.CaptureFixture[str], in_flight: int) -> None:
    given = ("--cards", "2", "--tp", "2", "--precision", "fp8", "--kv", "fp8", "--engine", "tensorrt-llm")
    lengths = ("--input", "5000", "--output", "500", "--concurrency", f"{in_flight}")
    found = sized(capsys, "Llama-3.3-70B", "h100-sxm", *given, *lengths)
    predicted = found["speed"]["steady_requests_per_s"] * 500  # the point, no band
    assert predicted == pytest.approx(CASE_06[in_flight], rel=0.25)
    assert (found["speed"]["waiting"] > 0) == (in_flight >= 100)
    if in_flight >= 100:
        assert found["status"] == "does_not_carry"
        assert changes(found)["concurrency"]["to"] == found["speed"]["planned_batch"]
    if in_flight == 250:  # TTFT of the page: 88.6 s
        assert found["latency"]["wait_s"] == pytest.approx(88.6, rel=0.25)
