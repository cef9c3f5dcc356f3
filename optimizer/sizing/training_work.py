"""One training job: shape of the model, method, sequence, software. Symbols: docs/training.md §1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from optimizer.inputs.catalog import LanguageModel

Method = Literal["full", "lora", "qlora"]
Software = Literal["tuned", "generic"]
States = Literal["tuned", "generic", "pure_16bit"]
Bits = Literal[16, 8, 4]
KAPPA: dict[Method, int] = {"full": 6, "lora": 4, "qlora": 4}
"""Multiplications and additions per active parameter and token: forward 2, gradient of inputs 2, of weights 2."""
MLA_WIDTH_PER_HEAD = 160
"""Mean of the 192 query-key and 128 value elements of a head."""


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """What training needs of a model's shape."""

    params: float
    """N"""
    active_params: float
    """N_a"""
    layers: int
    hidden: int
    vocabulary: int
    attention_width: float
    """A: elements over all heads, averaged over the layers that read the whole context (others count 0)."""
    experts: int
    """1 = dense."""
    experts_per_token: int

    @property
    def is_moe(self) -> bool:
        return self.active_params < self.params

    @property
    def end_params(self) -> float:
        """N_e: embedding and head."""
        return min(2.0 * self.vocabulary * self.hidden, self.params)


@dataclass(frozen=True, slots=True)
class TrainingWork:
    """A model, trained in one way."""

    model: TrainedModel
    method: Method
    sequence_tokens: int
    """s"""
    bits: Bits
    """Of the linear layers' arithmetic; attention stays in 16 bit."""
    software: Software
    """Decides the launch time of a layer."""
    states: States
    """Decides the bytes of state per parameter; `pure_16bit`: weights, gradients and moments all in 16 bit."""
    trains_ends: bool = False
    """Adapters: embedding and head are trained whole."""

    @property
    def model_flops(self) -> float:
        """FLOPs per token that count for MFU: κ·N_a + 12·L·A·s; recomputed ones do not."""
        return KAPPA[self.method] * self.model.active_params + 12 * self.attention

    @property
    def attention(self) -> float:
        """L · A · s."""
        return self.model.layers * self.model.attention_width * self.sequence_tokens


def trained_model(model: LanguageModel) -> TrainedModel:
    """A catalog model."""
    per_head = MLA_WIDTH_PER_HEAD if model.attention == "MLA" else model.head_dim
    return TrainedModel(
        params=model.total_params,
        active_params=model.active_params if model.is_moe else model.total_params,
        layers=model.layers,
        hidden=model.hidden_size,
        vocabulary=model.vocab_size,
        attention_width=model.attention_heads * per_head * model.full_attention_share,
        experts=model.experts,
        experts_per_token=model.experts_per_token,
    )
