"""Which formats a pair of chip and stack serves, in which arithmetic."""

import pytest

from optimizer.sizing.fitted import FITTED
from optimizer.sizing.precision import (
    arithmetic,
    cache_format,
    candidates,
    is_below_checkpoint,
    serves_cache,
    serves_weights,
)
from tests.catalog.shipped import catalog
from tests.sizing.asks import card


@pytest.mark.parametrize(
    ("card_id", "serves", "refuses"),
    [
        ("h100-sxm", ("bf16", "fp16", "fp8", "w8a8", "int4", "mxfp4"), ("nvfp4", "q4_k_m", "q8_0")),
        ("b200-sxm", ("bf16", "fp8", "nvfp4", "mxfp4"), ("q4_k_m",)),
        ("a100-80-sxm", ("bf16", "w8a8", "int4", "mxfp4"), ("fp8", "nvfp4")),
        ("ascend_910b3", ("bf16", "fp16", "w8a8", "w4a8"), ("fp8", "nvfp4", "mxfp4")),
        ("ascend_300i_duo_96g", ("fp16", "w8a8"), ("bf16", "fp8")),
        ("mi300x", ("bf16", "fp8"), ("nvfp4", "mxfp4")),
    ],
)
def test_formats_of_chip_and_stack(card_id: str, serves: tuple[str, ...], refuses: tuple[str, ...]) -> None:
    chip = catalog().cards[card_id]
    stack = catalog().ecosystems[chip.ecosystem]
    served = {p for p in (*serves, *refuses) if serves_weights(chip, stack, stack.engine_class, p)}
    assert served == set(serves)


def test_gguf_formats_run_in_llama_cpp_only() -> None:
    chip, stack = catalog().cards["rtx-4090"], catalog().ecosystems["cuda"]
    assert candidates(chip, stack, "vllm", "bf16", ("q4_k_m",)) == ()
    assert candidates(chip, stack, "llama_cpp", "bf16", ("q4_k_m", "fp8")) == ("q4_k_m",)
    assert candidates(chip, stack, "llama_cpp", "bf16", None) == ("bf16", "q8_0")


@pytest.mark.parametrize(
    ("card_id", "native", "tried"),
    [
        ("h100-sxm", "bf16", ("bf16", "fp8")),
        ("h100-sxm", "fp8", ("fp8", "bf16")),
        ("ascend_910b3", "fp8", ("bf16", "w8a8")),
        ("ascend_300i_duo_96g", "bf16", ("fp16", "w8a8")),
        ("h100-sxm", "mxfp4", ("mxfp4", "bf16", "fp8")),
        ("rtx-4090", "bf16", ("bf16", "fp8", "w8a8")),
        ("a100-80-sxm", "fp16", ("fp16", "w8a8")),
    ],
)
def test_without_a_list_the_own_16_bit_and_8_bit_forms_are_tried(
    card_id: str, native: str, tried: tuple[str, ...]
) -> None:
    chip = catalog().cards[card_id]
    stack = catalog().ecosystems[chip.ecosystem]
    assert candidates(chip, stack, stack.engine_class, native, None) == tried


def test_four_bit_only_when_asked() -> None:
    chip, stack = catalog().cards["h100-sxm"], catalog().ecosystems["cuda"]
    assert candidates(chip, stack, "vllm", "bf16", ("int4", "bf16")) == ("int4", "bf16")


def test_native_and_unpacked_arithmetic() -> None:
    chip = card(fp8_flops=2 * 10**14, int8_ops=3 * 10**14, fp4_flops=4 * 10**14)
    rates = {p: arithmetic(chip, "vllm", p) for p in ("bf16", "fp8", "w8a8", "nvfp4", "int4")}
    assert {p: (a.flops, a.factor) for p, a in rates.items()} == {
        "bf16": (1e14, 1.0),
        "fp8": (2e14, FITTED["f8"]),
        "w8a8": (3e14, FITTED["f8"]),
        "nvfp4": (4e14, FITTED["f4"]),
        "int4": (1e14, FITTED["f_w4"]),
    }
    assert {a.flops_16bit for a in rates.values()} == {1e14}
    assert arithmetic(card(), "vllm", "mxfp4").factor == FITTED["f_w4"]
    assert arithmetic(chip, "vllm", "mxfp4").factor == FITTED["f4"]


def test_a_device_has_its_share_of_a_two_die_card() -> None:
    assert arithmetic(card(devices=2), "vllm", "bf16").flops == 5e13


def test_geforce_doubles_its_half_rate_under_llama_cpp() -> None:
    chip = catalog().cards["rtx-4090"]
    assert chip.facts is not None
    assert chip.facts.fp16_flops is not None
    assert arithmetic(chip, "llama_cpp", "fp16").flops == 2 * chip.facts.fp16_flops
    assert arithmetic(chip, "vllm", "fp16").flops == chip.facts.fp16_flops


def test_caches() -> None:
    stacks = catalog().ecosystems
    h100, ascend, duo = (catalog().cards[c] for c in ("h100-sxm", "ascend_910b3", "ascend_300i_duo_96g"))
    assert serves_cache(h100, stacks["cuda"], "fp8")
    assert not serves_cache(ascend, stacks["cann"], "fp8")
    assert serves_cache(ascend, stacks["cann"], "int8")
    assert serves_cache(duo, stacks["cann"], "bf16")
    assert duo.facts is not None
    assert cache_format(duo.facts, "bf16") == "fp16"


@pytest.mark.parametrize(
    ("precision", "native", "below"),
    [
        ("fp8", "bf16", True), ("w8a8", "fp8", False), ("bf16", "fp8", False), ("int4", "fp8", True),
        ("bf16", "fp32", False), ("mxfp4", "fp4", False), ("fp8", "mxfp4", False),
    ],
)  # fmt: skip
def test_below_the_checkpoint(precision: str, native: str, below: bool) -> None:
    assert is_below_checkpoint(precision, native) is below
