"""Peak memory of one device in training, part by part. Symbols: docs/training.md §1, formulas §5.

states   full: z0 u·N  z1 (6 + (u − 6)/D)·N  z2 (2 + (u − 2)/D)·N  z3 u/D·N, all /(T·P); experts: N_c unless sharded
         adapters [frozen + 16·0.005·N]/(T·P), frozen LoRA 2·N, QLoRA q·(N − N_e) + 2·N_e, z3 /D
gathered z3: two layers and both ends in 16 bit, 2·2·(N − N_e)/L + 2·N_e
act      b·s/(T·C)·h·[ρ·(c_r·L + c_w) + (1 − ρ)·c_n·L]            logits b·s/(T·C)·V·c_v, half when P > 1
offload  AdamW moments and FP32 weights, u − 6 bytes per parameter, lie in host memory
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_time import ADAPTER_SHARE, held_params

if TYPE_CHECKING:
    from optimizer.sizing.training_fitted import Parameters
    from optimizer.sizing.training_layout import TrainingLayout
    from optimizer.sizing.training_work import Method, TrainingWork

WEIGHT_BYTES, GRADIENT_BYTES = 2.0, 4.0
"""Of u: 16-bit weights and FP32 gradients, which ZeRO-1 keeps whole; ZeRO-2 the weights alone."""
ADAPTER_STATE_BYTES, END_STATE_BYTES = 16.0, 14.0
"""Per trained parameter of adapters; of embedding and head beyond their frozen weights."""
GATHERED_BYTES: dict[Method, float] = {"full": 2.0, "lora": 2.0, "qlora": 0.6}
FITS_MARGIN = 1.2
"""Nine in ten measured rows stay below about 1.2 times the prediction: a job that leaves less room is tight."""


@dataclass(frozen=True, slots=True)
class TrainingMemory:
    """Bytes of one device at the peak of a step."""

    context: float
    """Driver context, buffers, fragmentation."""
    weights: float
    """As used in forward and backward, or frozen."""
    gradients: float
    optimizer: float
    """Moments and FP32 weights; adapters with all their states."""
    gathered: float
    """Layers that ZeRO-3 has collected at a time."""
    activations: float
    logits: float
    host: float
    """Host memory that offload takes per device; not part of the total."""

    @property
    def states(self) -> float:
        return self.weights + self.gradients + self.optimizer + self.gathered

    @property
    def total(self) -> float:
        return self.context + self.states + self.activations + self.logits


def training_memory(work: TrainingWork, layout: TrainingLayout, fitted: Parameters = TRAINING_FITTED) -> TrainingMemory:
    """Predicted peak of one device; unknown recompute counts as none for tuned, all for other software and adapters."""
    model = work.model
    tokens = layout.micro_batch * work.sequence_tokens / (layout.tensor * layout.context)
    recomputed = layout.recompute
    if recomputed is None:
        recomputed = 1.0 if work.method != "full" or work.states == "generic" else 0.0
    layers = recomputed * (fitted["kept_recomputed"] * model.layers + fitted["worked_on"])
    layers += (1 - recomputed) * fitted["kept_all"] * model.layers
    weights, gradients, optimizer, host = _states(work, layout, fitted)
    gathered = 0.0
    if layout.zero == 3:
        inner = model.params - model.end_params
        gathered = 2 * GATHERED_BYTES[work.method] * inner / model.layers + 2 * model.end_params
    return TrainingMemory(
        context=fitted["reserve"],
        weights=weights,
        gradients=gradients,
        optimizer=optimizer,
        gathered=gathered,
        activations=tokens * model.hidden * layers,
        logits=tokens * model.vocabulary * fitted["logit"] * (0.5 if layout.pipeline > 1 else 1.0),
        host=host,
    )


def _states(work: TrainingWork, layout: TrainingLayout, fitted: Parameters) -> tuple[float, float, float, float]:
    """(weights, gradients, optimizer, host) of one device, bytes."""
    model, ranks, shards = work.model, layout.ranks, layout.data * layout.context
    if work.method != "full":
        frozen = WEIGHT_BYTES * model.params
        if work.method == "qlora":
            frozen = fitted["four_bit"] * (model.params - model.end_params) + WEIGHT_BYTES * model.end_params
        trained = ADAPTER_STATE_BYTES * ADAPTER_SHARE * model.params
        trained += END_STATE_BYTES * model.end_params if work.trains_ends else 0.0
        frozen, host = frozen / ranks / (shards if layout.zero == 3 else 1), 0.0
        return (0.0, 0.0, trained / ranks, frozen) if layout.offload else (frozen, 0.0, trained / ranks, host)
    per_param = fitted[f"state.{work.states}"]
    weights, gradients = (2.0, 2.0) if work.states == "pure_16bit" else (WEIGHT_BYTES, GRADIENT_BYTES)
    held, every = held_params(work, layout) / ranks, model.params / ranks
    rest = every * (per_param - weights - gradients) / (shards if layout.zero else 1)
    on_host, rest = (rest, 0.0) if layout.offload else (0.0, rest)
    return (
        weights * (every / shards if layout.zero == 3 else held),
        gradients * (every / shards if layout.zero >= 2 else held),
        rest,
        on_host,
    )  # fmt: skip
