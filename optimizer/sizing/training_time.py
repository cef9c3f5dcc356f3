"""Seconds per token of one device in training, by a short form that needs no layout. Symbols: docs/training.md §1.

    τ = [ (κ + 2ρ)·N_a/(S·μ·λ) + a·(12 + 4ρ)·L·A·s ] / (F·η·λ') · δ^(−log2(max(n/8, 1)))        rate = 1/τ
    κ = 6 full training, 4 with adapters; S → S^σ for mixtures of experts

μ and σ count for mixtures of experts, λ for a 4-bit base (QLoRA), λ' for adapters (LoRA and QLoRA).
Source: docs/training.md §2 (form), §3 (values, fitted on published rows).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from optimizer.inputs.catalog import LanguageModel

Method = Literal["full", "lora", "qlora"]
KAPPA: dict[Method, int] = {"full": 6, "lora": 4, "qlora": 4}
"""Multiplications and additions per active parameter and token: forward 2, gradient of inputs 2, of weights 2."""
MLA_WIDTH_PER_HEAD = 160
"""Mean of the 192 query-key and 128 value elements of a head."""
SPEED_UP_FP8, SPEED_UP_FP4 = 2.16, 2.9
"""S: of linear layers over 16 bit; attention stays in 16 bit."""
MOE_SPEED_UP_EXPONENT = 0.31
MOE_FACTOR = 0.59
"""μ"""
QLORA_FACTOR = 0.90
"""λ"""
ADAPTER_FACTOR = 0.89
"""λ'"""
ATTENTION_FACTOR = 1.07
"""a: 0.5 = causal half, 1 = full."""
SCALING_PER_DOUBLING = 0.983
"""δ: what a device keeps when the gang doubles, beyond eight."""
UNKNOWN_RECOMPUTE = 0.29
"""ρ where nobody says whether activations are recomputed; 1 = all of them."""
GOODPUT = 0.86
"""Share of the wall clock that trains: evaluation, checkpoints, restarts. Fitted, up to 1,000 devices."""
GOODPUT_BEYOND_1000, GOODPUT_BEYOND_4000 = 0.85, 0.80
"""Large gangs fail more often (docs/training.md §6)."""
GOODPUT_STEPS = (1000, 4000)


@dataclass(frozen=True, slots=True)
class Work:
    """One training job per token, on one kind of device."""

    active_params: float
    """N_a"""
    attention: float
    """L · A · s: layers × attention width × sequence length."""
    is_moe: bool
    method: Method
    speed_up: float
    """S of the precision; 1 for 16 bit."""
    flops: float
    """F · η of one device, FLOP/s."""

    @property
    def model_flops(self) -> float:
        """FLOPs per token that count for MFU: κ·N_a + 12·L·A·s; recomputed ones do not."""
        return KAPPA[self.method] * self.active_params + 12 * self.attention


def attention_width(model: LanguageModel) -> float:
    """A: elements over all heads, averaged over the layers that read the whole context (others count 0)."""
    per_head = MLA_WIDTH_PER_HEAD if model.attention == "MLA" else model.head_dim
    return model.attention_heads * per_head * model.full_attention_share


def seconds_per_token(work: Work, devices: int, recomputed: float) -> float:
    """τ of one of `devices` devices, s; `recomputed` is ρ.

    >>> dense = Work(active_params=1e9, attention=0, is_moe=False, method="full", speed_up=1, flops=1e12)
    >>> seconds_per_token(dense, 8, 0)
    0.006
    """
    factor, speed_up = 1.0, work.speed_up
    if work.is_moe:
        factor, speed_up = MOE_FACTOR, speed_up**MOE_SPEED_UP_EXPONENT
    factor *= QLORA_FACTOR if work.method == "qlora" else 1.0
    linear = (KAPPA[work.method] + 2 * recomputed) * work.active_params / (speed_up * factor)
    attention = ATTENTION_FACTOR * (12 + 4 * recomputed) * work.attention
    kept = work.flops * (1.0 if work.method == "full" else ADAPTER_FACTOR)
    slower = float(SCALING_PER_DOUBLING ** -log2(max(devices / 8, 1)))
    return (linear + attention) / kept * slower


def goodput(devices: int) -> float:
    """g: share of the wall clock that a gang of that many devices trains."""
    if devices > GOODPUT_STEPS[1]:
        return GOODPUT_BEYOND_4000
    return GOODPUT_BEYOND_1000 if devices > GOODPUT_STEPS[0] else GOODPUT
