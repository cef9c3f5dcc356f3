"""`procure rank`: ladders, gate, JSON, tokens, and every flag that is refused."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from optimizer.inputs.in_memory import request_of
from optimizer.inputs.workload import InferenceWorkload
from optimizer.report.rank.as_json import NAMES
from optimizer.report.rank.words import WORDS
from optimizer.sizing.size import size
from tests.catalog.shipped import catalog
from tests.catalog_commands.run import procure

MODEL = ("--model", "Qwen3-32B")


def ladder(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    code, out, err = procure(capsys, "rank", *arguments, "--json", "-")
    assert (code, err) == (0, "")
    found: list[dict[str, Any]] = json.loads(out)
    return found


def ranked(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in found if each["rank"] is not None]


@pytest.mark.parametrize("market_class", ["consumer", "workstation", "datacenter"])
def test_every_card_of_a_class_is_ranked_or_said_to_be_not_plannable(
    capsys: pytest.CaptureFixture[str], market_class: str
) -> None:
    found = ladder(capsys, "--class", market_class)
    of_class = {card.id for card in catalog().cards.values() if card.market_class == market_class}
    assert {each["id"] for each in ranked(found)} == of_class
    assert [each["rank"] for each in ranked(found)] == list(range(1, len(of_class) + 1))
    rest = [each for each in found if each["rank"] is None]
    assert all(each["reason"] and not each["plannable"] and each["score"] is None for each in rest)
    assert all(tuple(each) == NAMES for each in found)


def test_a_score_is_the_weighted_sum_of_parts_of_raw_values(capsys: pytest.CaptureFixture[str]) -> None:
    found = ranked(ladder(capsys, "--precision", "fp8"))
    h100 = next(each for each in found if each["id"] == "h100-sxm")
    facts = catalog().cards["h100-sxm"].facts
    assert facts is not None
    assert (h100["compute_flops"], h100["memory_bytes"]) == (facts.fp8_flops, facts.memory_bytes)
    best = max(each["memory_bytes"] for each in found)
    assert h100["parts"]["memory"] == pytest.approx(100 * facts.memory_bytes / best)
    percent = {"compute": 30, "memory": 30, "bandwidth": 25, "interconnect": 15, "efficiency": 0}
    assert h100["score"] == pytest.approx(sum(h100["parts"][d] * percent[d] / 100 for d in percent))
    assert h100["score_per_10k_cny"] == pytest.approx(h100["score"] * 10_000 / h100["price_cny"])
    unserved = next(each for each in found if each["id"] == "ascend_910b3")
    assert unserved["missing"] == {"compute": "no_rate", "efficiency": "no_rate"}
    assert unserved["parts"]["compute"] == unserved["parts"]["efficiency"] == 0
    assert unserved["score"] > 0


def test_own_weights_are_normalised_and_change_the_order(capsys: pytest.CaptureFixture[str]) -> None:
    by_memory = ranked(ladder(capsys, "--weights", "0/2.5/0/0/0"))
    assert by_memory[0]["weights"] == {
        "compute": 0, "memory": 1, "bandwidth": 0, "interconnect": 0, "efficiency": 0,
    }  # fmt: skip
    order = [(-each["memory_bytes"], each["id"]) for each in by_memory]
    assert order == sorted(order)  # ties by id


def test_memory_is_a_gate_that_says_how_many_it_removed(capsys: pytest.CaptureFixture[str]) -> None:
    everyone = ladder(capsys)
    code, out, err = procure(capsys, "rank", "--min-memory-gb", "180", "--json", "-")
    kept = json.loads(out)
    assert code == 0
    assert {each["id"] for each in kept} == {
        each["id"] for each in everyone if (each["memory_bytes"] or 0) >= 180e9
    } | {each["id"] for each in kept if not each["plannable"]}
    assert f": {len(everyone) - len(kept)}" in err
    code, out, err = procure(capsys, "rank", "--min-memory-gb", "180")
    assert f"Left out, memory below 180 GB or unknown: {len(everyone) - len(kept)}" in out


def test_filters_are_those_of_the_catalog_and_top_cuts(capsys: pytest.CaptureFixture[str]) -> None:
    found = ladder(capsys, "--ecosystem", "cann", "--domestic", "--buyer", "state", "--vendor", "huawei")
    assert {each["ecosystem"] for each in found} == {"cann"}
    assert max(each["score"] for each in ranked(found)) <= 100
    first = ladder(capsys, "--ecosystem", "cann", "--top", "2")
    assert [each["id"] for each in ranked(first)] == [each["id"] for each in ranked(found)[:2]]


def test_tokens_are_those_of_the_sizing_that_plans_use(capsys: pytest.CaptureFixture[str]) -> None:
    found = ladder(capsys, *MODEL)
    h200 = next(each for each in found if each["id"] == "h200-sxm")
    assert h200["server"] == "hgx-h200-oem"  # 1.5M CNY for 8 cards; the DGX costs more
    request = request_of(
        {
            "name": "same",
            "workloads": [
                {
                    "name": "w", "kind": "inference", "model": "Qwen3-32B", "max_context_tokens": 1280,
                    "traffic": {"peak_requests_per_s": 5, "input_tokens": 1024, "output_tokens": 256},
                    "latency": {"tpot_p95_ms": 50},
                }
            ],
        },
        "same.yaml",
    )  # fmt: skip
    workload = request.requirements.workloads[0]
    assert isinstance(workload, InferenceWorkload)
    options = size(request, workload, request.catalog.servers["hgx-h200-oem"])
    assert isinstance(options, tuple)
    rate = max((o.requests_per_s or 0) * 1280 / o.devices for o in options)
    site = request.catalog.servers["hgx-h200-oem"].site
    assert site is not None
    kw = site.typical_power_w / 8 / 1000 * (1.3 if site.cooling == "air" else 1.15)
    hour = 1_500_000 / 8 / (3 * 8760) + kw * 0.65
    assert h200["tokens_per_s"] == pytest.approx(rate)
    assert h200["card_hour_cny"] == pytest.approx(hour)
    assert h200["tokens_per_cny"] == pytest.approx(rate * 3600 / hour)
    assert h200["tokens_per_kwh"] == pytest.approx(rate * 3600 / kw)
    assert h200["output_tokens_per_cny"] == pytest.approx(h200["tokens_per_cny"] / 5)
    assert (h200["quantile"], h200["layout"]["weight_precision"]) == ("p50", "fp8")
    assert h200["band"]["p50"] == 1.02


@pytest.mark.parametrize("by", ["tokens_per_cny", "tokens_per_kwh", "score"])
def test_order_by(capsys: pytest.CaptureFixture[str], by: str) -> None:
    found = ranked(ladder(capsys, *MODEL, "--by", by))
    assert [each[by] for each in found] == sorted((each[by] for each in found), reverse=True)
    assert {each["sorted_by"] for each in found} == {by}
    if by == "tokens_per_cny":
        assert [each["id"] for each in ranked(ladder(capsys, *MODEL))] == [each["id"] for each in found]


def test_cards_without_a_layout_or_out_of_reach_are_listed_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    found = {each["id"]: each for each in ladder(capsys, "--model", "DeepSeek-R1")}
    assert found["h100-sxm"]["rejected"]["limit"] == "availability"  # private buyer by default, as in plans
    assert found["l20"]["rejected"]["limit"] == "memory"
    assert found["l20"]["rejected"]["needed"] > found["l20"]["rejected"]["available"]
    assert found["ascend_300i_duo_96g"]["rejected"]["limit"] == "engine"
    assert all((each["rank"] is None) == bool(each["rejected"] or each["reason"]) for each in found.values())
    assert ladder(capsys, "--model", "DeepSeek-R1", "--buyer", "private") == list(found.values())
    overseas = {each["id"]: each for each in ladder(capsys, "--model", "DeepSeek-R1", "--buyer", "overseas")}
    assert overseas["b200-sxm"]["tokens_per_cny"] > 0
    assert overseas["h100-sxm"]["rejected"]["limit"] == "fabric"
    assert overseas.keys() == found.keys()
    assert overseas["t4"]["rejected"]["available"] == "discontinued"


def test_traffic_and_weights_of_the_flags_count(capsys: pytest.CaptureFixture[str]) -> None:
    plain = {each["id"]: each for each in ladder(capsys, *MODEL)}
    long = {each["id"]: each for each in ladder(capsys, *MODEL, "--input", "8192", "--output", "1024")}
    assert long["h200-sxm"]["output_tokens_per_cny"] == pytest.approx(long["h200-sxm"]["tokens_per_cny"] / 9)
    bf16 = {each["id"]: each for each in ladder(capsys, *MODEL, "--precision-of-weights", "bf16")}
    assert bf16["h200-sxm"]["layout"]["weight_precision"] == "bf16"
    slack = {each["id"]: each for each in ladder(capsys, *MODEL, "--tpot", "100")}
    assert slack["h20-96"]["tokens_per_s"] > plain["h20-96"]["tokens_per_s"]
    strict = {each["id"]: each for each in ladder(capsys, *MODEL, "--ttft", "1")}
    assert strict["h200-sxm"]["rejected"]["limit"] == "ttft"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    "more", [(), ("--class", "consumer", "--precision", "fp4"), MODEL, ("--min-memory-gb", "1e6", *MODEL)]
)
def test_tables_fit_80_columns_and_say_their_rules(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], language: str
) -> None:
    code, out, err = procure(capsys, "rank", *more, "--lang", language)
    assert (code, err) == (0, "")
    assert max(map(cell_len, out.splitlines())) <= 80
    assert "china-2026" in out
    assert "…" not in out
    flat = " ".join(out.split())
    assert ("8,760 h" in flat) == ("--model" in more)
    assert ("1024" in flat) == ("--model" in more)
    assert (("民企" if language == "zh" else "buyer: private") in flat) == ("--model" in more)


def test_json_to_a_file_keeps_the_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "ladder.json"
    code, out, _ = procure(capsys, "rank", "--class", "consumer", "--json", str(target))
    assert code == 0
    assert "rtx-4090" in out
    assert "rtx-4090" in {each["id"] for each in json.loads(target.read_text(encoding="utf-8"))}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--weights", "1/2/3"), "'1/2/3' holds 3 weights, five are needed"),
        (("--weights", "1/2/3/4/-5"), "'-5' is not a plain number from 0"),
        (("--weights", "1/2/3/4/nan"), "'nan' is not a plain number from 0"),
        (("--weights", "0/0/0/0/0.0"), "all weights are 0"),
        (("--weights", "a", "--class", "consumer"), "as in --weights 25/20/30/5/20"),
        (("--input", "5"), "--input: says nothing without a model; name one with --model"),
        (("--by", "tokens_per_kwh"), "--by tokens_per_kwh: says nothing without a model"),
        (("--precision-of-weights", "bf16"), "--precision-of-weights: says nothing without a model"),
        (("--vendor", "nvida"), "did you mean NVIDIA?"),
        (("--model", "qwen3-32"), "--model: unknown model"),
        (("--model", "bge-m3"), "--model: bge-m3 cannot be planned: encoder"),
        ((*MODEL, "--tpot", "0"), "--tpot: must be greater than 0"),
        ((*MODEL, "--ttft", "-1"), "--ttft: must be greater than 0"),
        ((*MODEL, "--input", "90000"), "--input + --output: 90256 is more than Qwen3-32B was made for"),
        ((*MODEL, "--precision-of-weights", "fp9"), "--precision-of-weights: must be one of fp16, bf16"),
        (("--top", "0"), "--top"),
        (("--class", "server"), "--class"),
        (("--min-memory-gb", "nan"), "--min-memory-gb"),
    ],
)
def test_a_flag_that_cannot_be_used_is_refused_with_a_remedy(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = procure(capsys, "rank", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_all_problems_at_once_and_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ("--weights", "1", "--vendor", "nvida", "--model", "x", "--tpot", "-1", "--json", "-")
    code, out, err = procure(capsys, "rank", *wrong)
    assert code == 2
    assert "4 problems" in err
    assert [each["path"] for each in json.loads(out)["problems"]] == ["", "--weights", "--tpot", "--model"]


def test_words_have_both_languages_and_the_same_places() -> None:
    for key, (chinese, english) in WORDS.items():
        assert chinese.strip(), key
        assert english.strip(), key
        assert fields_of(chinese) == fields_of(english), key


def fields_of(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


def test_equal_scores_stand_by_id(capsys: pytest.CaptureFixture[str]) -> None:
    found = ranked(ladder(capsys, "--weights", "0/0/0/1/0"))
    for one, next_one in pairwise(found):
        assert one["score"] > next_one["score"] or one["id"] < next_one["id"]
    assert len({each["score"] for each in found}) < len(found)  # there are ties


def test_price_of_a_card_says_its_basis(capsys: pytest.CaptureFixture[str]) -> None:
    found = {each["id"]: each for each in ladder(capsys)}
    assert (found["h20-96"]["price_cny"], found["h20-96"]["price_basis"]) == (110_000, "module / 8")
    assert (found["ascend_910c"]["price_cny"], found["ascend_910c"]["price_basis"]) == (145_000, "card quote")
    assert found["h100-sxm"]["price_basis"] == "USD card quote × FX"
    assert found["h100-sxm"]["price_cny"] == pytest.approx(28_000 * 6.9438)
    priced = [each for each in found.values() if each["price_cny"] is not None]
    assert len(priced) >= 50
    assert all(each["price_source"] and each["price_date"] and each["price_confidence"] for each in priced)
