"""Seconds per token of one device in training, term by term. Symbols: docs/training.md §1, values §4.

    τ     = {√((t_lin + t_att)² + t_flo² + t_dp²) + t_tp + t_a2a + t_opt}·(1 + c_b·(P − 1)/(m·v))·(1 − loss)^−doublings
    t_lin = (κ + 2ρ)·N_a / (F·S·η·w·λ'·μ·λ),  w = h/(h + h0·S);  experts S → S^σ
    t_att = a·(12 + 4ρ)·L·A·s / (F·η·w·λ')           a of Hopper, a of the others
    t_flo = (3 + ρ)·L/P·τ_launch / x                     x: tokens of one micro-step per device
    t_dp  = all-reduce of gradients, 2(D − 1)/D · 2·N_c/(T·P) bytes a step; ZeRO-3 (D − 1)/D · 6·N_c/(T·P) a micro-step
    t_tp  = (16 + 8ρ)·c_tp·L·h·(T − 1)/β;   t_a2a = 8·c_ep·L·h·k'/β;   t_opt = 26·N_c/(T·P·D)/(m·x)/(0.8·W)

Compute, launches and gradient traffic overlap (root of squares); the rest does not.
Source: docs/training.md §2 (form), §4 (values, fitted by `benchmarks/fit_training.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, sqrt
from typing import TYPE_CHECKING

from optimizer.sizing.training_families import efficiency
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_work import KAPPA

if TYPE_CHECKING:
    from optimizer.sizing.training_fitted import Parameters
    from optimizer.sizing.training_layout import TrainingLayout
    from optimizer.sizing.training_machine import TrainingMachine
    from optimizer.sizing.training_work import Method, TrainingWork

GRADIENT_BYTES = 2
"""Per parameter in an all-reduce."""
GATHERED_PER_STEP: dict[Method, float] = {"full": 6.0, "lora": 4.0, "qlora": 1.2}
"""ZeRO-3: bytes per parameter and micro-step, weights gathered twice and gradients scattered once."""
ADAPTER_SHARE = 0.005
"""Adapters over all parameters."""
OPTIMIZER_BYTES = 26.0
"""Read and written per parameter and step: AdamW in FP32 beside 16-bit weights."""
OPTIMIZER_BANDWIDTH_SHARE = 0.8
OFFLOADED_BYTES = 6.0
"""Over the host link per parameter and step: FP32 gradient down, 16-bit weight up."""
HOST_MEMORY_BYTES_PER_S = 40e9
"""Host memory bandwidth that AdamW of one device gets: two sockets of eight DDR5-4800 channels (614 GB/s, data sheet of
Intel Xeon Scalable 4th generation) over eight devices, about half of it reached (assumption)."""
FROZEN_BYTES: dict[Method, float] = {"full": 2.0, "lora": 2.0, "qlora": 0.6}
PASSES = 3
"""Forward, gradient of inputs, gradient of weights: what is launched per layer; recompute repeats the forward."""
DEVICES_OF_ONE_NODE = 8


@dataclass(frozen=True, slots=True)
class TokenSeconds:
    """Device-seconds per token, by cause."""

    linear: float
    attention: float
    launch: float
    data: float
    tensor: float
    expert: float
    optimizer: float
    offload: float
    """Over the host link and by the host's processors."""
    bubble: float
    """Factor, 1 = no pipeline bubble."""
    doublings: float
    """Factor, 1 = one node."""

    @property
    def total(self) -> float:
        overlapped = sqrt((self.linear + self.attention) ** 2 + self.launch**2 + self.data**2)
        return (overlapped + self.tensor + self.expert + self.optimizer + self.offload) * self.bubble * self.doublings


def all_reduce_bytes(ranks: float, summed_bytes: float) -> float:
    """What each rank sends in a ring: 2(n − 1)/n · bytes.

    >>> all_reduce_bytes(8, 28e9)
    49000000000.0
    """
    return 2 * (ranks - 1) / ranks * summed_bytes


def unknown_recompute(work: TrainingWork, fitted: Parameters = TRAINING_FITTED) -> float:
    """ρ where nobody states it and memory does not decide: a mean over recipes that recompute and that do not."""
    return fitted["recompute.adapter" if work.method != "full" else "recompute.generic"]


def attention_name(machine: TrainingMachine) -> str:
    """Name of the attention factor: fused attention reaches a smaller share of a Hopper card's peak."""
    return "attention.hopper" if machine.efficiency == "hopper" else "attention.others"


def held_params(work: TrainingWork, layout: TrainingLayout) -> float:
    """N_c: parameters whose gradients a copy of the model sums; experts stay where they are."""
    model = work.model
    return model.active_params + (model.params - model.active_params) / layout.experts


def token_seconds(
    work: TrainingWork, machine: TrainingMachine, layout: TrainingLayout, fitted: Parameters = TRAINING_FITTED
) -> TokenSeconds:
    """Device-seconds per token of a layout."""
    model, s = work.model, work.sequence_tokens
    recomputed = unknown_recompute(work, fitted) if layout.recompute is None else layout.recompute
    speed_up = 1.0 if work.bits == 16 else fitted[f"speed_up.{work.bits}"]
    fill = model.hidden / (model.hidden + fitted["width"] * speed_up)
    rate = machine.flops * efficiency(machine.efficiency, fitted) * fill
    rate *= 1.0 if work.method == "full" else fitted["adapter"]
    linear = rate * (speed_up ** fitted["moe_exponent"] * fitted["moe"] if model.is_moe else speed_up)
    linear *= fitted["qlora"] if work.method == "qlora" else 1.0
    tokens = layout.tokens(s)
    per_step = layout.micro_steps * tokens
    inside, outside = machine.inside(fitted), machine.outside(fitted)
    held = held_params(work, layout) / layout.ranks
    optimizer = 0.0
    if work.method == "full":
        shard = held / (layout.data if layout.zero else 1)
        optimizer = OPTIMIZER_BYTES * shard / per_step / (OPTIMIZER_BANDWIDTH_SHARE * machine.bandwidth_bytes_per_s)
    return TokenSeconds(
        linear=(KAPPA[work.method] + 2 * recomputed) * model.active_params / linear,
        attention=fitted[attention_name(machine)] * (12 + 4 * recomputed) * work.attention / rate,
        launch=(PASSES + recomputed) * model.layers * fitted[f"launch.{work.software}"] / layout.pipeline / tokens,
        data=data_bytes(work, layout, held, tokens) / data_rate(machine, layout, inside, outside),
        tensor=(16 + 8 * recomputed) * fitted["tensor"] * model.layers * model.hidden * (layout.tensor - 1)
        / (inside if layout.tensor <= machine.node_devices else outside),
        expert=expert_bytes(work, layout, machine, fitted)
        / (inside if layout.experts <= machine.node_devices else outside),
        optimizer=0.0 if layout.offload else optimizer,
        offload=_offload_seconds(work, layout, held, tokens, machine.host(fitted)) if layout.offload else 0.0,
        bubble=1 + fitted["bubble"] * (layout.pipeline - 1) / (layout.micro_steps * layout.virtual),
        doublings=float((1 - fitted["doubling"]) ** -log2(max(layout.devices / DEVICES_OF_ONE_NODE, 1))),
    )  # fmt: skip


def _offload_seconds(
    work: TrainingWork, layout: TrainingLayout, held: float, tokens: float, host_bytes_per_s: float
) -> float:
    """Per token: gradients down, weights up and AdamW on the host once a step; frozen weights up twice a micro-step."""
    shard = held / (layout.data if layout.zero else 1)
    if work.method == "full":
        once = OFFLOADED_BYTES * shard / host_bytes_per_s + OPTIMIZER_BYTES * shard / HOST_MEMORY_BYTES_PER_S
        return once / (layout.micro_steps * tokens)
    return 2 * FROZEN_BYTES[work.method] * shard / host_bytes_per_s / tokens


def data_bytes(work: TrainingWork, layout: TrainingLayout, held: float, tokens: float) -> float:
    """Sent per token and device by data-parallel ranks."""
    if layout.data <= 1:
        return 0.0
    if layout.zero == 3:
        return (1 - 1 / layout.data) * GATHERED_PER_STEP[work.method] * held / tokens
    summed = held if work.method == "full" else ADAPTER_SHARE * work.model.params / layout.ranks
    return all_reduce_bytes(layout.data, GRADIENT_BYTES * summed) / (layout.micro_steps * tokens)


def data_rate(machine: TrainingMachine, layout: TrainingLayout, inside: float, outside: float) -> float:
    """Inside one node its link; beyond, rings of different ranks of a node use different network cards."""
    if layout.devices <= machine.node_devices:
        return inside
    return min(inside, outside * max(1.0, machine.node_devices / (layout.tensor * layout.context)))


def expert_bytes(work: TrainingWork, layout: TrainingLayout, machine: TrainingMachine, fitted: Parameters) -> float:
    """All-to-all of tokens to their experts and back; beyond a node each token goes to a node once."""
    if not work.model.is_moe or layout.experts <= 1:
        return 0.0
    nodes = layout.experts if layout.experts <= machine.node_devices else layout.experts / DEVICES_OF_ONE_NODE
    return 8 * fitted["expert"] * work.model.layers * work.model.hidden * min(work.model.experts_per_token, nodes)
