"""Seconds per decode step and per prefill of one replica: a roofline with a launch floor. Symbols: docs/throughput.md.

    t_mem   = [ (P_d·w + 2·P_h)/T + P_e·w·share/(G·μ_moe) + β_D·κ·c̄/s_kv ] / (W·η_m)     share = 1 − (1 − k/E)^β
    t_cmp   = 2·β·P_a/(G·F·η_c) + 2·β_D·L·H·a·c̄/(T·F₁₆·η_c)
    t_link  = [T>1] 2·L·(2(T−1)/T·β_D·h·2)/(ℓ·η_link) + [G>T, MoE] L·β_D·min(k,G)·h·3/(ℓ·η_link)
    t_floor = L·τ_layer + [G>1] 2·L·τ_link
    t_step  = ((t_mem + t_cmp)^q + t_floor^q)^(1/q) + t_link + β_D·τ_seq

    t_fl    = 2·P_a·S/(G·F·η_c) + L·H·a'·S·c_S/(G·F₁₆·η_c)
    t_pass  = [ (P_d·w + 2·P_h)/T + P_e·w·(1 − (1 − k/E)^S)/G ]/(W·η_m) + t_floor
    t_pre   = [t_fl + t_link(S)/D']/p' + max(S/2048, min(1, D/B))·t_pass/(p'·D')

    requests/s = 1 / (t_pre + O·t_step/B)        B sequences in flight; β = B/min(p, B), β_D = β/min(D, β)

Prompt tokens found in the prefix cache are not computed, but the computed ones attend to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.fitted import FITTED, Parameters
from optimizer.sizing.memory import HEAD_BYTES_PER_PARAM, cache_split

if TYPE_CHECKING:
    from optimizer.sizing.engines import Engine
    from optimizer.sizing.families import Efficiency
    from optimizer.sizing.links import Link
    from optimizer.sizing.precision import Arithmetic
    from optimizer.sizing.shape import ModelShape

PREFILL_PASS_TOKENS = 2048
"""Prompt tokens that share one pass over the weights."""
ACTIVATION_BYTES = 2
EXPERT_EXCHANGE_BYTES = 3
"""Dispatch in 8 bit and combine in 16 bit, per element."""


@dataclass(frozen=True, slots=True)
class Replica:
    """Time coefficients of one replica, seconds; built once per layout, evaluated per batch."""

    shape: ModelShape
    tensor: int
    group: int
    pipeline: int
    dense_read_s: float
    """Dense body and head, once."""
    expert_read_s: float
    """All experts of a device, once, contiguous."""
    expert_read_share: float
    """μ_moe: share of that rate which scattered experts of a decode step reach."""
    cache_read_s: float
    """Per sequence and context token."""
    token_flop_s: float
    """Per token, on the whole group."""
    lone_token_flop_s: float
    """Per token of a single request: dense part on its own attention rank only."""
    decode_attention_s: float
    """Per sequence and context token."""
    prefill_attention_s: float
    """Per pair of prompt token and context length, on the whole group."""
    link_s: float
    """Per token of an attention rank."""
    floor_s: float
    floor_exponent: float
    """q: how much of the floor hides under long kernels; 1 = none (a sum), ∞ = all (the larger of the two)."""
    seq_s: float
    ranks: int
    """D: attention data-parallel ranks."""
    untouched: float
    """1 − k/E: share of the experts that one token leaves alone; 0 for dense models."""

    def experts_read(self, tokens: float) -> float:
        """Share of the routed experts that a batch of tokens touches."""
        return float(1 - self.untouched**tokens)


def replica(
    shape: ModelShape,
    *,
    layout: tuple[int, int, int],
    bytes_per_weight: float,
    bytes_per_cached_value: float,
    bandwidth_bytes_per_s: float,
    arithmetic: Arithmetic,
    efficiency: Efficiency,
    engine: Engine,
    layer_s: float,
    link: Link,
    fitted: Parameters = FITTED,
) -> Replica:
    """Time coefficients for a layout (tensor, group, pipeline) on one kind of device."""
    tensor, group, pipeline = layout
    read = bandwidth_bytes_per_s * efficiency.memory
    compute = efficiency.compute * engine.compute_factor
    flops, flops_16bit = arithmetic.flops * arithmetic.factor * compute, arithmetic.flops_16bit * compute
    link_rate = link.bytes_per_s * fitted["eta_link"]
    layers, heads, hidden = shape.layers, shape.heads, shape.hidden
    link_s = 2 * layers * 2 * (tensor - 1) / tensor * hidden * ACTIVATION_BYTES / link_rate
    if group > tensor and shape.is_moe:
        link_s += layers * min(shape.experts_per_token, group) * hidden * EXPERT_EXCHANGE_BYTES / link_rate
    alone = (shape.flop_params - shape.active_expert_params) / tensor + shape.active_expert_params / group
    kappa = shape.cache_elements_per_token * bytes_per_cached_value
    return Replica(
        shape=shape,
        tensor=tensor,
        group=group,
        pipeline=pipeline,
        dense_read_s=(shape.body_params * bytes_per_weight + HEAD_BYTES_PER_PARAM * shape.head_params) / tensor / read,
        expert_read_s=shape.expert_params * bytes_per_weight / group / read,
        expert_read_share=fitted["mu_moe"],
        cache_read_s=kappa / cache_split(shape, tensor) / read,
        token_flop_s=2 * shape.flop_params / (group * flops),
        lone_token_flop_s=2 * alone / flops,
        decode_attention_s=2 * layers * heads * shape.decode_flop_width / (tensor * flops_16bit),
        prefill_attention_s=layers * heads * shape.prefill_flop_width / (group * flops_16bit),
        link_s=link_s,
        floor_s=layers * layer_s + (2 * layers * fitted[f"tau_link.{link.kind}"] if group > 1 else 0.0),
        floor_exponent=fitted["floor_exponent"],
        seq_s=engine.tau_seq_s,
        ranks=group // tensor,
        untouched=1 - shape.experts_per_token / shape.experts,
    )


def step_s(r: Replica, batch: float, context: float) -> float:
    """One decode step for each of `batch` sequences at mean context length `context` (tokens), s."""
    micro = batch / min(r.pipeline, batch)
    per_rank = micro / min(r.ranks, micro)
    read = r.shape.tokens_read(context)
    memory = r.dense_read_s + r.expert_read_s * r.experts_read(micro) / r.expert_read_share
    memory += per_rank * r.cache_read_s * read
    compute = micro * r.token_flop_s + per_rank * r.decode_attention_s * read
    busy = ((memory + compute) ** r.floor_exponent + r.floor_s**r.floor_exponent) ** (1 / r.floor_exponent)
    return float(busy + per_rank * (r.link_s + r.seq_s))


def _pass_s(r: Replica, tokens: float) -> float:
    return r.dense_read_s + r.expert_read_s * r.experts_read(tokens) + r.floor_s


def _attended(r: Replica, tokens: float, cached: float) -> float:
    """c_S such that tokens · c_S / 2 counts the context every computed token attends to."""
    return r.shape.tokens_read(tokens + 2 * cached)


def prefill_s(r: Replica, tokens: float, batch: float, cached: float = 0.0) -> float:
    """Time a prompt of `tokens` computed tokens takes from the replica while `batch` sequences are in flight, s."""
    stages = min(r.pipeline, batch)
    ranks = min(r.ranks, batch / stages)
    flop = tokens * r.token_flop_s + r.prefill_attention_s * tokens * _attended(r, tokens, cached)
    passes = max(tokens / PREFILL_PASS_TOKENS, min(1.0, r.ranks / batch))
    return (flop + tokens * r.link_s / ranks) / stages + passes * _pass_s(r, tokens) / (stages * ranks)


def first_token_s(r: Replica, tokens: float, cached: float = 0.0) -> float:
    """Time until a lone request's prompt is through, s: every stage, on its own attention rank, whole passes.

    Equals `prefill_s` at batch 1 unless attention is data-parallel.
    """
    flop = tokens * r.lone_token_flop_s
    flop += r.prefill_attention_s * r.ranks * tokens * _attended(r, tokens, cached)
    return flop + tokens * r.link_s + max(tokens / PREFILL_PASS_TOKENS, 1.0) * _pass_s(r, tokens)


def requests_per_s(prefill: float, step: float, output_tokens: float, batch: float) -> float:
    """Steady-state rate of one replica: a request costs its own prefill and its share of O steps."""
    return 1 / (prefill + output_tokens * step / batch)
