"""`size` on the shipped catalog: options that hold, and rejections with numbers."""

from decimal import Decimal
from fractions import Fraction

import pytest

from optimizer.inputs.catalog import Card, Catalog
from optimizer.inputs.request import MeasuredRows
from optimizer.inputs.requirements import SizingRules
from optimizer.sizing.option import Option
from optimizer.sizing.size import size
from tests.catalog.shipped import catalog
from tests.sizing.asks import (
    CHAT,
    card,
    inference,
    measured_row,
    options,
    rejected,
    request,
    server,
    service,
    sized,
)

NONE: dict[str, float] = {}


def test_every_pair_has_options_or_one_rejection_with_numbers() -> None:
    workload = inference("Qwen3-32B")
    asked = request(workload)
    for machine in catalog().servers.values():
        found = size(asked, workload, machine)
        if isinstance(found, tuple):
            facts = catalog().cards[machine.card].facts
            assert facts is not None
            assert found
            for option in found:
                assert option.layout is not None
                assert option.devices == option.layout.devices <= machine.cards * facts.devices
                assert 0 < option.capacity <= option.point_capacity * 2
                assert option.latencies is not None
                assert option.latencies.tpot_p95_ms <= 60
                assert option.latencies.ttft_p95_ms <= 2000 * (1 + 1e-9)
        else:
            assert found.needed != found.available


@pytest.mark.parametrize(
    ("server_id", "precision"),
    [
        ("hgx-h20-8x96", "fp8"), ("hgx-h20-8x141", "fp8"), ("dgx-h200", "fp8"), ("atlas_800t_a3", "w8a8"),
    ],
)  # fmt: skip
def test_deepseek_r1_fits_one_server(server_id: str, precision: str) -> None:
    found = options(inference("DeepSeek-R1", "fit", NONE, weight_precision=[precision]), server_id)
    assert [o.capacity for o in found] == [1]
    assert found[0].layout is not None
    assert found[0].layout.weight_precision == precision


@pytest.mark.parametrize("server_id", ["dgx-h100", "atlas_800t_a2_910b2"])
def test_deepseek_r1_needs_two_servers_of_80_gb_or_910b(server_id: str) -> None:
    precision = "fp8" if server_id == "dgx-h100" else "w8a8"
    found = rejected(inference("DeepSeek-R1", "fit", NONE, weight_precision=[precision]), server_id)
    assert (found.limit, found.needed, found.available, found.unit) == ("fabric", 16, 8, "cards")


def test_without_a_link_short_memory_is_short_memory() -> None:
    found = rejected(inference("DeepSeek-R1"), "pcie-8x-l40s")
    assert (found.limit, found.unit) == ("memory", "B")
    facts = catalog().cards["l40s"].facts
    assert facts is not None
    assert found.available == 8 * facts.memory_bytes
    assert isinstance(found.needed, float)
    assert found.needed > 671e9


def test_a_context_that_no_card_holds_is_named_in_tokens() -> None:
    tower = next(s for s in catalog().servers.values() if s.card == "rtx-4090" and s.cards == 1)
    found = rejected(inference("Qwen3-8B", max_context_tokens=40960, weight_precision=["bf16"]), tower.id)
    assert (found.limit, found.needed, found.unit) == ("context", 40960, "tokens")
    # (0.9 · 24,564 MiB − 16.382e9 − 3e9) B over 147,456 B per token
    assert found.available == (0.9 * 24_564 * 2**20 - 19.382e9) // 147_456


def test_beyond_the_models_own_context() -> None:
    found = rejected(inference("Llama-2-13B", max_context_tokens=8192), "dgx-h100")
    assert (found.limit, found.needed, found.available) == ("context", 8192, 4096)


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        ({"tpot_p95_ms": 1.0}, "tpot"),
        ({"tpot_p95_ms": 60.0, "ttft_p95_ms": 10.0}, "ttft"),
        ({"e2e_p95_ms": 500.0}, "e2e"),
    ],
)
def test_latency_out_of_reach_names_the_best_possible(limits: dict[str, float], limit: str) -> None:
    found = rejected(inference("Qwen3-32B", latency=limits), "dgx-h100")
    assert (found.limit, found.unit) == (limit, "ms")
    assert found.needed == limits[f"{limit}_p95_ms"]
    assert isinstance(found.available, float)
    assert found.available > limits[f"{limit}_p95_ms"]


def test_formats_engines_and_model_classes_that_a_server_lacks() -> None:
    a100 = rejected(inference("Qwen3-32B", weight_precision=["fp8"]), "pcie-8x-a100-80")
    assert (a100.limit, a100.needed) == ("precision", "fp8")
    assert "w8a8" in str(a100.available)
    cache = rejected(inference("Qwen3-32B", kv_precision="fp8"), "atlas_800t_a2_910b2")
    assert (cache.limit, cache.needed) == ("precision", "fp8 cache")
    assert rejected(inference("Qwen3-32B", engine="tensorrt-llm"), "atlas_800t_a2_910b2").limit == "engine"
    moe = rejected(inference("Qwen3-30B-A3B"), "atlas_800_3000_duo4")
    assert (moe.limit, moe.needed, moe.available) == ("engine", "MoE", "dense models only")


def own_catalog(used: Card) -> Catalog:
    shipped = catalog()
    return shipped.model_copy(
        update={"cards": {**shipped.cards, "round": used}, "servers": {**shipped.servers, "round-server": server()}}
    )


def test_a_card_without_facts_needs_a_measured_row() -> None:
    bare = Card(id="round", ecosystem="cuda", domestic=False)
    found = rejected(inference("Qwen3-8B"), "round-server", with_catalog=own_catalog(bare))
    assert found.limit == "card"
    row = measured_row("chat", "round-server", "2.5", unit="requests/s")
    (option,) = options(inference("Qwen3-8B"), "round-server", with_catalog=own_catalog(bare), measured=(row,))
    assert (option.origin, option.capacity, option.requests_per_s) == ("measured", Fraction(5, 2), 2.5)


def test_measured_rows_replace_the_model_exactly() -> None:
    rows = (measured_row("ocr", "dgx-h100", "0.1", cards=1), measured_row("ocr", "dgx-h100", "0.45", cards=4))
    found = options(service(), "dgx-h100", measured=rows)
    assert [(o.devices, o.capacity, o.band, o.quantile) for o in found] == [
        (1, Fraction(1, 10), None, None),
        (4, Fraction(45, 100), None, None),
    ]


def test_measured_rows_count_dies() -> None:
    (option,) = options(service(), "atlas_800t_a3", measured=(measured_row("ocr", "atlas_800t_a3", "3", cards=2),))
    assert option.devices == 4


def test_a_measured_zero_is_not_a_missing_row() -> None:
    zero = rejected(service(), "dgx-h100", measured=(measured_row("ocr", "dgx-h100", "0"),))
    assert (zero.limit, zero.available, zero.unit) == ("measured_zero", 0, "pages/s")
    other = measured_row("ocr", "dgx-h200", "1")
    missing = rejected(service(), "dgx-h100", measured=(other,))
    assert (missing.limit, missing.available) == ("engine", "none")


@pytest.mark.parametrize(
    ("rule", "card_rows", "family_rows", "expected"),
    [
        ("auto", 3, 10, "p50"), ("auto", 2, 10, "p10"), ("auto", 3, 9, "p10"), ("p50", 0, 0, "p50"),
        ("p10", 99, 99, "p10"),
    ],
)  # fmt: skip
def test_quantile(rule: str, card_rows: int, family_rows: int, expected: str) -> None:
    rows = MeasuredRows(by_card={"h100-sxm/vllm": card_rows}, by_family={"hopper/vllm": family_rows})
    rules = SizingRules.model_validate({"quantile": rule})
    option = options(inference("Qwen3-32B"), "dgx-h100", rows=rows, rules=rules)[0]
    assert option.quantile == expected
    assert option.band is not None
    factor = option.band.p10 if expected == "p10" else option.band.p50
    assert option.capacity == option.point_capacity * Fraction(str(factor))
    assert option.requests_per_s == pytest.approx(float(option.capacity))


def test_requests_in_flight_never_exceed_what_memory_holds() -> None:
    traffic = {**CHAT, "peak_requests_per_s": None, "concurrent_requests": 64, "full_context": True}
    workload = inference("Qwen3-32B", traffic, NONE, max_context_tokens=32768, weight_precision=["bf16"])
    for option in options(workload, "dgx-h100", rules=SizingRules(quantile="p50")):
        assert option.unit == "requests in flight"
        assert option.layout is not None
        split = option.layout.tensor_parallel
        if option.layout.pipeline_parallel > 1:
            continue
        # 64 layers · 2 · 8 heads · 128 · 2 B = 262,144 B per token
        free = split * (0.9 * 81_559 * 2**20 - 3e9) - 65.52e9
        assert option.capacity <= Decimal(free / (262_144 * 32_768))
        assert option.concurrency == option.point_capacity


def test_full_context_carries_less_than_mean_lengths() -> None:
    traffic = {**CHAT, "peak_requests_per_s": None, "concurrent_requests": 64}
    mean, full = (
        options(inference("Qwen3-32B", {**traffic, "full_context": f}, NONE, max_context_tokens=32768), "dgx-h100")
        for f in (False, True)
    )
    assert max(o.capacity for o in full) < max(o.capacity for o in mean)


def test_fit_is_one_request_without_latency() -> None:
    (option,) = options(inference("Qwen3-32B", "fit", NONE), "dgx-h100")
    assert option.capacity == option.concurrency == 1
    assert (option.latencies is None, option.band is None, option.requests_per_s is None) == (True, True, True)
    assert option.devices == 1
    assert option.layout is not None
    assert option.layout.weight_precision == "bf16"  # nothing is gained by fewer bits


def total(found: tuple[Option, ...], machine: str) -> float:
    devices = catalog().servers[machine].cards
    return max(float(o.capacity) * (devices // o.devices) for o in found)


def test_longer_contexts_and_tighter_limits_never_carry_more() -> None:
    def carried(**rest: object) -> float:
        return total(options(inference("Llama-3.3-70B", **rest), "dgx-h100"), "dgx-h100")

    base = carried()
    assert carried(max_context_tokens=131_072) <= base
    assert carried(latency={"ttft_p95_ms": 2000.0, "tpot_p95_ms": 40.0}) <= base
    assert carried(latency={"ttft_p95_ms": 1000.0, "tpot_p95_ms": 60.0}) <= base
    long_prompts = {**CHAT, "input_tokens": {"mean": 2000.0, "p95": 4000.0}}
    assert carried(traffic=long_prompts) < base
    assert carried(memory_use=0.95) >= base


def test_a_server_with_more_bandwidth_never_carries_less() -> None:
    workload = inference("Llama-3.3-70B")
    assert total(options(workload, "dgx-h200"), "dgx-h200") > total(options(workload, "dgx-h100"), "dgx-h100")
    fast = card(memory_bandwidth_bytes_per_s=2 * 10**12)
    plain, better = (
        options(inference("Qwen3-8B"), "round-server", with_catalog=own_catalog(c)) for c in (card(), fast)
    )
    assert max(o.capacity for o in better) > max(o.capacity for o in plain)


def test_notes_say_what_a_reader_must_know() -> None:
    unmeasured = options(inference("Qwen3-8B"), "kunlun_p800_8oam")[0]
    assert any("no-data band" in note for note in unmeasured.notes)
    over_pcie = [o for o in options(inference("Qwen3-32B"), "pcie-8x-l40s") if o.devices > 1]
    assert all(any("PCIe" in note for note in o.notes) for o in over_pcie)
    quantised = options(inference("Qwen3-32B", weight_precision=["fp8"]), "dgx-h100")[0]
    assert any("bf16 → fp8" in note for note in quantised.notes)
    own = options(inference("DeepSeek-R1", weight_precision=["fp8"]), "dgx-h200")[0]
    assert not any("checkpoint" in note for note in own.notes)


def test_the_same_question_has_the_same_answer() -> None:
    workload = inference("DeepSeek-R1")
    assert sized(workload, "dgx-h200") == sized(workload, "dgx-h200")
