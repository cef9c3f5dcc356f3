"""`size` for training and tenders: gangs that hold, and rejections with numbers."""

import time
from fractions import Fraction
from typing import Any

import pytest

from optimizer.inputs.request import MeasuredRows
from optimizer.inputs.requirements import Policy, SizingRules
from optimizer.inputs.workload import Workload
from optimizer.sizing.finetune import part_sizes
from optimizer.sizing.goodput import goodput
from optimizer.sizing.option import Option
from optimizer.sizing.size import size
from optimizer.sizing.training_families import TRAINING_BANDS
from optimizer.sizing.training_search import best
from tests.catalog.shipped import catalog
from tests.sizing.asks import finetune, measured_row, options, pretrain, rejected, request, tender
from tests.sizing.training_jobs import machine, work

FABRIC = {"fabric_gbps": 400.0}


def only(workload: Workload, server_id: str, **rest: object) -> Option:
    (option,) = options(workload, server_id, **rest)
    return option


def test_the_smallest_gang_in_time_by_hand() -> None:
    asked = pretrain()
    option = only(asked, "dgx-h100", **FABRIC)
    assert (option.devices, option.unit, option.quantile) == (24, "runs", "p10")
    assert option.capacity == option.point_capacity == 1
    job = work("Llama-2-13B", software="tuned")

    def days(cards: int) -> float:
        gang = best(job, machine("h100-sxm"), cards)
        return 300e9 / (gang.tokens_per_s * goodput(job, cards) * TRAINING_BANDS["hopper"].p10) / 86_400

    assert days(16) > 45 > days(24)
    assert option.days == pytest.approx(days(24), rel=1e-3)
    assert option.card_hours == pytest.approx(days(24) * 24 * 24, rel=1e-3)
    rate = best(job, machine("h100-sxm"), 24).tokens_per_s / 24
    assert option.mfu == pytest.approx(rate * (6 * 13.02e9 + 12 * 40 * 5120 * 4096) / 989.4e12, rel=1e-3)
    assert option.layout is not None
    assert (option.layout.devices, option.layout.kv_precision) == (24, None)


def test_one_job_on_three_kinds_of_server() -> None:
    """3B, 6e9 tokens: two cards of one peak, and cards without a link, of half the peak and a quarter of the memory."""
    asked = pretrain("Llama-3.2-3B", tokens=6 * 10**9, deadline_days=45.0)
    names = ("dgx-a100-8x80", "atlas_800t_a2_910b3", "pcie-8x-rtx4090")
    a100, ascend, rtx = (only(asked, name, policy=Policy(consumer_cards="allow"), **FABRIC) for name in names)
    assert a100.devices == ascend.devices == rtx.devices == 8
    # η·F: 0.60·312 against 0.55·313, then the bands
    assert a100.days is not None
    assert ascend.days is not None
    assert rtx.days is not None
    assert rtx.days > 2 * max(a100.days, ascend.days)  # half the peak, gradients over PCIe, a wider band
    energy = [
        option.days * 24 * site.typical_power_w / 1e6
        for option, name in ((a100, names[0]), (ascend, names[1]), (rtx, names[2]))
        if option.days is not None and (site := catalog().servers[name].site) is not None
    ]
    assert len({round(mwh, 2) for mwh in energy}) == 3
    assert max(energy) == energy[2]
    harder = pretrain("Llama-3.2-3B", tokens=600 * 10**9, deadline_days=45.0)
    for name in names[:2]:
        assert only(harder, name, **FABRIC).devices > 8
    assert rejected(harder, names[2], policy=Policy(consumer_cards="allow"), **FABRIC).limit == "link"


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        ({"deadline_days": 60.0}, {"deadline_days": 20.0}),
        ({"tokens": 10**11}, {"tokens": 10**12}),
        ({"sequence_length": 2048}, {"sequence_length": 32768}),
        ({"model": "Llama-2-7B"}, {"model": "Llama-2-70B"}),
    ],
)
def test_harder_runs_take_more_servers(easier: dict[str, Any], harder: dict[str, Any]) -> None:
    light, heavy = (only(pretrain(**more), "dgx-h200", **FABRIC).devices for more in (easier, harder))
    assert light < heavy


def test_the_median_needs_no_more_than_p10_and_auto_counts_rows() -> None:
    asked = pretrain(deadline_days=30.0)
    careful = only(asked, "dgx-h100", **FABRIC)
    median = only(asked, "dgx-h100", rules=SizingRules(quantile="p50"), **FABRIC)
    assert median.devices < careful.devices
    rows = MeasuredRows(by_card={"h100-sxm/training": 3}, by_family={"hopper/training": 10})
    assert only(pretrain(), "dgx-h100", rows=rows, **FABRIC).quantile == "p50"


def test_spare_servers_belong_to_the_gang() -> None:
    plain, spared = (only(pretrain(spare_share=share), "dgx-h100", **FABRIC) for share in (0.0, 0.05))
    assert spared.devices == plain.devices + 8  # ⌈0.05 · 3⌉ = 1 server
    assert (spared.days, spared.card_hours) == (plain.days, plain.card_hours)


def test_the_askers_mfu_replaces_model_band_and_scaling() -> None:
    option = only(pretrain(mfu=0.40), "dgx-h100", **FABRIC)
    assert option.band is not None
    assert (option.band.p10, option.band.p50) == (1, 1)
    assert option.mfu == pytest.approx(0.40)
    rate = 0.40 * 989.4e12 / (6 * 13.02e9 + 12 * 40 * 5120 * 4096)
    assert option.days == pytest.approx(
        300e9 / (rate * option.devices * 86_400 * goodput(work("Llama-2-13B"), option.devices)), rel=1e-3
    )
    assert any("MFU of 0.4" in note for note in option.notes)


def test_a_gang_of_several_servers_needs_fabric_and_link() -> None:
    alone = rejected(pretrain(), "dgx-h100")
    assert (alone.limit, alone.needed, alone.available, alone.unit) == ("fabric", 24, 8, "cards")
    unlinked = rejected(pretrain(), "pcie-8x-l40s", **FABRIC)
    assert (unlinked.limit, unlinked.available) == ("link", 8)
    assert only(pretrain(tokens=10**9), "pcie-8x-l40s").devices == 8


def test_a_batch_limits_the_gang() -> None:
    wide = only(pretrain(deadline_days=2.0, global_batch_tokens=4 * 10**6), "dgx-h100", **FABRIC)
    assert wide.devices > 500
    late = rejected(
        pretrain("Llama-3.2-1B", deadline_days=1.0, tokens=10**13, global_batch_tokens=8192), "dgx-h100", **FABRIC
    )
    assert (late.limit, late.needed, late.unit) == ("deadline", 1, "days")
    assert isinstance(late.available, float)
    assert late.available > 1


def test_memory_out_of_reach_is_named_in_bytes() -> None:
    full = rejected(finetune("full"), "dgx-a100-8x80")
    assert full.limit == "fabric"  # more servers would hold it
    small = rejected(finetune("lora"), "tower-1x-rtx4060-8")
    assert (small.limit, small.unit, small.available) == ("memory", "B", 8e9)
    assert isinstance(small.needed, float)
    assert small.needed > 2 * 68.98e9
    moe = rejected(finetune("full", "DeepSeek-V3"), "pcie-4x-l20")
    assert moe.limit == "memory"
    assert isinstance(moe.needed, float)
    assert isinstance(moe.available, float)
    assert moe.needed > moe.available


def test_consumer_cards_train_alone_unless_allowed() -> None:
    asked = finetune("lora", "Qwen2.5-14B", sequence_length=2048)
    refused = rejected(asked, "pcie-8x-rtx4090")
    assert (refused.limit, refused.available) == ("link", 1)
    found = options(asked, "pcie-8x-rtx4090", policy=Policy(consumer_cards="allow"))
    assert all(o.devices > 1 and o.band == TRAINING_BANDS["pcie"] for o in found)
    assert options(finetune("qlora", "Qwen2.5-7B"), "pcie-8x-rtx4090")[0].devices == 1


@pytest.mark.parametrize(
    ("server_id", "precision", "limit"),
    [
        ("dgx-h100", ["fp8"], None), ("dgx-h100", ["fp8", "bf16"], None), ("dgx-a100-8x80", ["fp8", "bf16"], None),
        ("dgx-a100-8x80", ["fp8"], "precision"), ("mi300x-8oam", ["fp8"], "precision"),
        ("gaudi2-8oam", ["fp8"], "precision"), ("hygon_8x_k100", ["bf16"], "precision"),
        ("atlas_800_3000_duo4", ["bf16"], "engine"), ("atlas_800_3000_duo4", ["fp16"], "engine"),
    ],
)  # fmt: skip
def test_precision_of_chip_and_stack(server_id: str, precision: list[str], limit: str | None) -> None:
    asked = pretrain(precision=precision)
    if limit:
        assert rejected(asked, server_id, **FABRIC).limit == limit
        return
    layout = only(asked, server_id, **FABRIC).layout
    assert layout is not None
    assert layout.weight_precision == ("fp8" if server_id == "dgx-h100" else "bf16")


def test_fp8_needs_no_more_servers() -> None:
    eight, sixteen = (only(pretrain(precision=[p]), "dgx-h100", **FABRIC).devices for p in ("fp8", "bf16"))
    assert eight < sixteen


def test_finetune_jobs_per_month_by_hand() -> None:
    # one job of 50e6 tokens on one B300 (270 GB)
    job = work("Llama-2-70B", "lora")
    hours = 50e6 / (best(job, machine("b300-sxm"), 1).tokens_per_s * goodput(job, 1) * 3600)
    smallest = options(finetune("lora"), "dgx-b300")[0]
    assert smallest.devices == 1
    assert float(smallest.point_capacity) == pytest.approx(730 / hours, rel=1e-3)
    assert smallest.capacity == smallest.point_capacity * Fraction(str(TRAINING_BANDS["blackwell"].p10))
    assert smallest.card_hours == pytest.approx(hours / TRAINING_BANDS["blackwell"].p10, rel=1e-3)
    assert smallest.unit == "jobs/month"


def test_finetune_gangs_are_worth_their_devices_and_in_time() -> None:
    for method in ("full", "lora", "qlora"):
        for option in options(finetune(method, "Llama-2-13B"), "dgx-h100", **FABRIC):
            assert option.capacity >= Fraction(730, 24)
            assert option.devices in (1, 2, 4, 8, 16)
    capacities = [o.capacity / o.devices for o in options(finetune("lora"), "atlas_800t_a2_910b3")]
    assert capacities == sorted(capacities)  # a larger gang stays only where a device does more in it
    tight = rejected(finetune("lora", max_hours_per_job=0.01), "dgx-h100", **FABRIC)
    assert (tight.limit, tight.unit) == ("deadline", "h")


def test_adapters_take_smaller_gangs_than_full_training() -> None:
    full, lora, qlora = (options(finetune(m), "dgx-a100-8x80", **FABRIC)[0].devices for m in ("full", "lora", "qlora"))
    assert qlora <= lora < full
    assert full > 8
    assert qlora <= 8


def test_parts_of_a_server() -> None:
    assert part_sizes(1) == [1]
    assert part_sizes(6) == [1, 2, 4, 6]


@pytest.mark.parametrize(
    ("unit", "precision", "capacity"),
    [("pflops", "fp16", Fraction(8 * 3130, 10_000)), ("cards", "fp16", Fraction(8)), ("servers", "fp16", Fraction(1))],
)
def test_a_tender_counts_whole_servers(unit: str, precision: str, capacity: Fraction) -> None:
    option = only(tender(unit, precision), "atlas_800t_a2_910b3")
    assert (option.capacity, option.point_capacity, option.unit) == (capacity, capacity, unit)
    assert (option.devices, option.layout, option.band, option.quantile) == (8, None, None, None)


def test_a_tender_rejects_what_the_chip_lacks() -> None:
    found = rejected(tender("pflops", "fp8"), "dgx-a100-8x80")
    assert (found.limit, found.needed, found.available) == ("precision", "fp8", "bf16, fp16, int8")
    assert only(tender("pflops", "int8"), "atlas_800t_a3").devices == 16


def test_measured_rows_replace_the_model_for_training_too() -> None:
    row = measured_row("sft", "dgx-h100", "12.5", cards=4, unit="jobs/month")
    option = only(finetune("full"), "dgx-h100", measured=(row,))
    assert (option.origin, option.devices, option.capacity) == ("measured", 4, Fraction(25, 2))


def test_every_pair_has_options_or_one_rejection_with_numbers_fast() -> None:
    workloads: list[Workload] = [
        pretrain(),
        finetune("full"),
        finetune("lora"),
        finetune("qlora"),
        pretrain("DeepSeek-V3"),
    ]
    begin = time.process_time()
    for workload in workloads:
        asked = request(workload, fabric_gbps=400.0)
        for offer in catalog().servers.values():
            found = size(asked, workload, offer)
            if not isinstance(found, tuple):
                assert found.needed != found.available
                continue
            for option in found:
                assert option.capacity > 0
                assert option.mfu is not None
                assert 0 < option.mfu < 0.7
    assert time.process_time() - begin < 3
