"""Number formats: bytes per weight, which pairs of chip and stack serve them, and the arithmetic they run in.

A format counts only where chip *and* ecosystem have it. Arithmetic (docs/throughput.md §2): native 8-bit and 4-bit
rates where the chip has them, otherwise weights are unpacked to 16 bit (weight-only).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.fitted import FITTED, Parameters

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, Ecosystem

BYTES_PER_WEIGHT = {
    "fp16": 2.0,
    "bf16": 2.0,
    "fp8": 1.0,
    "w8a8": 1.0,
    "int8": 1.0,
    "int4": 0.56,
    "w4a8": 0.56,
    "nvfp4": 0.5625,
    "mxfp4": 0.53,
    "q4_k_m": 0.61,
    "q8_0": 1.0625,
}
"""Scales and zero points included. Source: docs/throughput.md §1; q8_0: 34 bytes per block of 32 weights."""

BITS = {
    "fp32": 32,
    "fp16": 16,
    "bf16": 16,
    "fp8": 8,
    "w8a8": 8,
    "int8": 8,
    "q8_0": 8,
    "int4": 4,
    "w4a8": 4,
    "nvfp4": 4,
    "mxfp4": 4,
    "fp4": 4,
    "q4_k_m": 4,
}
KV_BYTES = {"bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "int8": 1.0}

GEFORCE_HALF_ACCUMULATION = 2.0
"""GeForce cards under llama.cpp accumulate in half precision: twice the listed 16-bit rate."""

LLAMA_CPP_ONLY = ("q8_0", "q4_k_m")
LLAMA_CPP_FORMATS = ("fp16", "bf16", *LLAMA_CPP_ONLY)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Rates of one device."""

    flops: float
    """F: peak dense rate for the weights, FLOP/s."""
    factor: float
    """f8, f4, f_w4 or 1."""
    flops_16bit: float
    """F₁₆: peak rate of attention, FLOP/s."""


def _peak(facts: CardFacts, precision: str) -> int | None:
    """Rate of the card in a format, FLOP/s; None where the chip cannot run it."""
    if precision == "fp8":
        return facts.fp8_flops
    if precision in ("w8a8", "int8", "w4a8"):
        return facts.int8_ops
    if precision in ("nvfp4", "mxfp4"):
        return facts.fp4_flops
    if precision == "fp16":
        return facts.fp16_flops
    return facts.bf16_flops if precision == "bf16" else sixteen_bit_flops(facts)


def sixteen_bit_flops(facts: CardFacts) -> int | None:
    """Peak 16-bit rate, FLOP/s: the lower of BF16 and FP16 where both are stated."""
    known = [rate for rate in (facts.bf16_flops, facts.fp16_flops) if rate]
    return min(known) if known else None


def serves_weights(card: Card, ecosystem: Ecosystem, engine_class: str, precision: str) -> bool:
    """Whether chip, stack and engine together serve weights in this format."""
    facts = card.facts
    if facts is None or sixteen_bit_flops(facts) is None:
        return False
    if precision not in ecosystem.weight_precisions:
        return False
    if engine_class == "llama_cpp":
        return precision in LLAMA_CPP_FORMATS and _peak(facts, precision) is not None
    if precision in LLAMA_CPP_ONLY:
        return False
    if precision == "int4":
        return True
    if precision == "mxfp4" and ecosystem.id == "cuda":
        return True
    return _peak(facts, precision) is not None


def serves_cache(card: Card, ecosystem: Ecosystem, precision: str) -> bool:
    """Whether the pair keeps the cache in this format; 16-bit caches need any 16-bit arithmetic."""
    facts = card.facts
    if facts is None:
        return False
    if BITS[precision] == 16:
        return sixteen_bit_flops(facts) is not None
    if precision == "fp8":
        return facts.fp8_flops is not None and "fp8" in ecosystem.weight_precisions
    return facts.int8_ops is not None and not {"int8", "w8a8"}.isdisjoint(ecosystem.weight_precisions)


def cache_format(facts: CardFacts, precision: str) -> str:
    """The format a 16-bit cache takes on this chip: FP16 where it has no BF16."""
    return "fp16" if precision == "bf16" and facts.bf16_flops is None else precision


def arithmetic(card: Card, engine_class: str, precision: str, fitted: Parameters = FITTED) -> Arithmetic:
    """Rates of one device of a card for a format it serves.

    η_c is multiplied by f8 (native 8-bit), f4 (native 4-bit) or f_w4 (4-bit weights unpacked to 16 bit: AWQ, GPTQ,
    q4_k_m, MXFP4 on chips without FP4). Raises ValueError for a card without 16-bit rate.
    """
    facts = card.facts
    sixteen = sixteen_bit_flops(facts) if facts else None
    if facts is None or sixteen is None:
        raise ValueError(f"{card.id}: no 16-bit rate")
    half = sixteen / facts.devices
    if engine_class == "llama_cpp":
        half *= GEFORCE_HALF_ACCUMULATION if card.market_class == "consumer" else 1.0
        return Arithmetic(half, fitted["f_w4"] if BITS[precision] == 4 else 1.0, half)
    bits = BITS[precision]
    native = _peak(facts, precision)
    if bits == 16:
        return Arithmetic((native or sixteen) / facts.devices, 1.0, half)
    if precision == "w4a8" and native:
        return Arithmetic(native / facts.devices, fitted["f_w4"], half)
    if precision == "int4" or (bits == 4 and not native):
        return Arithmetic(half, fitted["f_w4"], half)
    if not native:
        return Arithmetic(half, 1.0, half)
    return Arithmetic(native / facts.devices, fitted["f8"] if bits == 8 else fitted["f4"], half)


def checkpoint_format(native_precision: str) -> str:
    """The weight format that serves a checkpoint as it is published (FP4 checkpoints use MX scales)."""
    return {"fp4": "mxfp4", "fp32": "bf16"}.get(native_precision, native_precision)


def is_below_checkpoint(precision: str, native_precision: str) -> bool:
    """Whether weights were quantised below the precision they were published in."""
    return BITS[precision] < min(16, BITS.get(native_precision, 16))


def _eight_bit(card: Card, ecosystem: Ecosystem, engine_class: str) -> tuple[str, ...]:
    """8-bit forms worth a look: INT8 beside FP8 only where its rate is higher, for all else is equal."""
    if engine_class == "llama_cpp":
        return ("q8_0",)
    integer = "w8a8" if "w8a8" in ecosystem.weight_precisions else "int8"
    facts = card.facts
    if facts and facts.fp8_flops and (facts.int8_ops or 0) <= facts.fp8_flops:
        return ("fp8",) if serves_weights(card, ecosystem, engine_class, "fp8") else (integer,)
    return ("fp8", integer)


def candidates(
    card: Card, ecosystem: Ecosystem, engine_class: str, native_precision: str, listed: tuple[str, ...] | None
) -> tuple[str, ...]:
    """Weight formats to try, as listed or else: the checkpoint's own, 16-bit and 8-bit forms. Never 4-bit unasked."""
    if listed is None:
        own = checkpoint_format(native_precision)
        sixteen = ("bf16", "fp16") if own != "fp16" else ("fp16", "bf16")
        usable = next((p for p in sixteen if serves_weights(card, ecosystem, engine_class, p)), "bf16")
        listed = (own, usable, *_eight_bit(card, ecosystem, engine_class))
    served = [p for p in dict.fromkeys(listed) if p in BITS and serves_weights(card, ecosystem, engine_class, p)]
    return tuple(served)
