"""The numbers of a language model that memory and throughput need, from its catalog entry.

    P_h = vocabulary × hidden            output head; the input embedding has the same size
    P_e = (P_total − P_active) / (1 − k/E)   all routed experts (0 for dense models)
    P_d = P_total − P_e − P_h − embedding    dense body

Models below 4.5e9 parameters share embedding and head (tied), so the embedding is not counted again.
Source: docs/throughput.md §1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimizer.inputs.catalog import LanguageModel

TIED_BELOW_PARAMS = 4.5e9
MLA_DECODE_FLOP_WIDTH = 1088
"""a of the decode step for MLA: (576 + 512) latent elements per head."""
MLA_PREFILL_FLOP_WIDTH = 320
"""a' of the prefill for MLA: 192 query-key + 128 value elements per head."""


@dataclass(frozen=True, slots=True)
class ModelShape:
    """Parameters (counts), layer geometry and cache size of one model."""

    body_params: float
    expert_params: float
    head_params: float
    embedding_params: float
    """Input embedding held beside the head; 0 when tied."""
    flop_params: float
    """P_a: active parameters that multiply, i.e. without the input embedding."""
    layers: int
    heads: int
    kv_heads: int
    hidden: int
    experts: int
    experts_per_token: int
    is_mla: bool
    cache_elements_per_token: int
    """Elements kept per token over all layers: 2·L·kv_heads·head_dim; MLA: L·(rank + rope)."""
    decode_flop_width: int
    prefill_flop_width: int
    full_attention_share: float
    window_tokens: int
    """Tokens read by the other layers; 0 = linear attention."""
    window_limits_storage: bool
    max_context_tokens: int

    @property
    def is_moe(self) -> bool:
        return self.experts > 1

    @property
    def active_expert_params(self) -> float:
        """Routed-expert parameters used per token."""
        return self.expert_params * self.experts_per_token / self.experts

    def tokens_read(self, context: float) -> float:
        """Context length that an average layer reads, tokens: full·c + (1 − full)·min(c, window)."""
        full = self.full_attention_share
        return full * context + (1 - full) * min(context, self.window_tokens)

    def tokens_stored(self, context: float) -> float:
        """Context length that an average layer keeps in the cache, tokens."""
        return self.tokens_read(context) if self.window_limits_storage else context


def grouped_cache_elements(layers: int, kv_heads: int, head_dim: int) -> int:
    """Keys and values kept per token over all layers, MHA and GQA.

    >>> grouped_cache_elements(layers=80, kv_heads=8, head_dim=128)
    163840
    """
    return 2 * layers * kv_heads * head_dim


def shape_of(model: LanguageModel) -> ModelShape:
    """Parameter split and geometry of a catalog model. Raises ValueError for MLA without its cache width."""
    head = float(model.vocab_size * model.hidden_size)
    tied = model.total_params < TIED_BELOW_PARAMS
    embedding = 0.0 if tied else head
    experts = 0.0
    if model.is_moe:
        unused_share = 1 - model.experts_per_token / model.experts
        experts = (model.total_params - model.active_params) / unused_share
    experts = min(experts, model.total_params - head - embedding)
    mla = model.attention == "MLA"
    if mla:
        if model.kv_lora_rank is None or model.qk_rope_head_dim is None:
            raise ValueError(f"{model.id}: MLA needs kv_lora_rank and qk_rope_head_dim")
        elements = model.layers * (model.kv_lora_rank + model.qk_rope_head_dim)
    else:
        elements = grouped_cache_elements(model.layers, model.kv_heads, model.head_dim)
    return ModelShape(
        body_params=model.total_params - experts - head - embedding,
        expert_params=experts,
        head_params=head,
        embedding_params=embedding,
        flop_params=model.active_params - embedding,
        layers=model.layers,
        heads=model.attention_heads,
        kv_heads=model.kv_heads,
        hidden=model.hidden_size,
        experts=model.experts,
        experts_per_token=model.experts_per_token,
        is_mla=mla,
        cache_elements_per_token=elements,
        decode_flop_width=MLA_DECODE_FLOP_WIDTH if mla else 2 * model.head_dim,
        prefill_flop_width=MLA_PREFILL_FLOP_WIDTH if mla else 2 * model.head_dim,
        full_attention_share=model.full_attention_share,
        window_tokens=model.window_tokens or 0,
        window_limits_storage=model.window_limits_storage,
        max_context_tokens=model.max_context_tokens,
    )
