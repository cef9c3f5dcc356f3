"""Every line of a training sizing can be done again from its own text, and the lines add up."""

from math import sqrt
from typing import Any

import pytest

from tests.size.training import done_again, trained

JOBS = {
    "full-zero3": ("full", "Llama-2-7B", "dgx-a100-8x80"),
    "full-zero1": ("pretrain", "Llama-3.2-3B", "dgx-a100-8x80", "--zero", "1", "--recompute", "none"),
    "zero2": ("full", "Llama-3.2-3B", "dgx-a100-8x80", "--zero", "2"),
    "zero0": ("full", "Llama-3.2-3B", "h200-sxm", "--cards", "8", "--zero", "0"),
    "stages": ("pretrain", "Llama-2-70B", "dgx-h100", "--cards", "256", "--pp", "8", "--tp", "4"),
    "cut": ("full", "Qwen2.5-7B", "dgx-h100", "--sequence", "65536", "--cp", "8"),
    "experts": ("pretrain", "DeepSeek-V3", "dgx-h100", "--cards", "2048", "--precision", "fp8"),
    "experts-wide": ("pretrain", "Qwen3-30B-A3B", "dgx-h100", "--cards", "64", "--tp", "1", "--pp", "1"),
    "offload": ("full", "Llama-2-70B", "dgx-h100", "--offload"),
    "lora": ("lora", "Llama-2-70B", "dgx-h100"),
    "lora-stages": ("lora", "Llama-2-70B", "dgx-h100", "--tp", "2", "--pp", "2", "--zero", "0"),
    "lora-offload": ("lora", "Llama-2-70B", "pcie-8x-rtx4090", "--offload"),
    "qlora": ("qlora", "Llama-2-70B", "dgx-a100-8x80", "--cards", "2"),
    "dies": ("full", "Llama-2-7B", "ascend_910c", "--cards", "8"),
    "pcie": ("pretrain", "Llama-3.2-3B", "pcie-8x-rtx4090", "--tokens", "6e9", "--batch-tokens", "1e6"),
    "short": ("full", "Llama-2-70B", "dgx-h100"),
}


@pytest.mark.parametrize("job", sorted(JOBS))
def test_every_line_can_be_done_again(capsys: pytest.CaptureFixture[str], job: str) -> None:
    how, *rest = JOBS[job]
    found = trained(capsys, how, *rest)
    lines_come_to_their_bytes_and_add_up(found)
    if job == "short":
        assert (found["time"], found["run"], found["speed"]) == (None, None, None)
        return
    terms_come_to_their_seconds_and_give_the_days(found)
    energy_and_money_follow_from_card_hours(found["run"])


def lines_come_to_their_bytes_and_add_up(found: dict[str, Any]) -> None:
    memory = found["memory"]
    for each in memory["lines"]:
        assert done_again(each["arithmetic"]) == pytest.approx(each["bytes"], rel=1e-4), each["name"]
    total = sum(each["bytes"] for each in memory["lines"] if each["name"] != "host")
    assert total == pytest.approx(memory["total_bytes"])
    assert memory["missing_bytes"] == pytest.approx(max(0, total - memory["device_memory_bytes"]))
    assert memory["fits"] == (total * 1.2 <= memory["device_memory_bytes"])


def terms_come_to_their_seconds_and_give_the_days(found: dict[str, Any]) -> None:
    time, speed, run = found["time"], found["speed"], found["run"]
    terms = dict.fromkeys(("linear", "attention", "launch", "data"), 0.0)
    for each in time["lines"]:
        assert done_again(each["arithmetic"]) == pytest.approx(each["s_per_token"], rel=1e-4), each["name"]
        terms[each["name"]] = each["s_per_token"]
    hidden = sqrt(
        (terms.pop("linear") + terms.pop("attention")) ** 2 + terms.pop("launch") ** 2 + terms.pop("data") ** 2
    )
    step = (hidden + sum(terms.values())) * time["bubble_factor"] * time["doublings_factor"]
    assert step == pytest.approx(time["total_s_per_token"])
    rate = found["layout"]["devices"] / step
    assert speed["tokens_per_s"] == pytest.approx(rate)
    for spell in run["band"]:
        factor = speed["band"][spell["quantile"]]
        days = found["asked"]["tokens"] / (rate * speed["goodput"] * factor * 86_400)
        assert spell["days"] == pytest.approx(days)
        assert spell["card_hours"] == pytest.approx(days * 24 * found["cards"])
    assert run["days"] == next(s["days"] for s in run["band"] if s["quantile"] == run["quantile"])


def energy_and_money_follow_from_card_hours(run: dict[str, Any]) -> None:
    for spell in run["band"]:
        assert spell["energy_kwh"] == pytest.approx(spell["card_hours"] * run["card_kw"])
        assert spell["electricity_cny"] == pytest.approx(spell["energy_kwh"] * run["price_per_kwh_cny"])
        if run["own_items_cny_per_card_hour"]:
            items = run["own_items_cny_per_card_hour"]
            assert spell["own_cny"] == pytest.approx(spell["card_hours"] * sum(items.values()))
            # idle and busy energy of the server's flows are together the electricity of the run
            assert spell["card_hours"] * items["energy"] == pytest.approx(spell["electricity_cny"])
        if run["rent_cny_per_card_hour"]:
            assert spell["rent_cny"] == pytest.approx(spell["card_hours"] * run["rent_cny_per_card_hour"])
