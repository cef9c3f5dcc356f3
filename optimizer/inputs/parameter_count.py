"""Parameters of a decoder from its shape.

    total  = V·h·(1 tied, 2 untied) + h + Σ layers (norms + attention + feed-forward)
    active = total − expert layers · (E − k) · one expert

V vocabulary, h hidden size, E routed experts, k experts per token. The embedding and the head count in both, layers
that predict several tokens (MTP) and vision towers in neither. Sources: the layer definitions of each architecture as
the published checkpoints carry them; the tests compare with their exact sizes.
"""

from dataclasses import dataclass
from typing import NamedTuple


class ParameterCount(NamedTuple):
    """Exact counts."""

    total: int
    active: int
    """Used per token, embedding included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupedAttention:
    """Multi-head and grouped-query attention."""

    heads: int
    kv_heads: int
    head_dim: int
    input_bias: bool = False
    """Biases of query, key and value."""
    output_bias: bool = False
    head_norm: bool = False
    """Norms of query and key over one head."""
    full_norm: bool = False
    """Norms of query and key over all heads."""
    output_gate: bool = False
    """The query projection carries a gate of its own size."""
    sinks: bool = False
    """One learned logit per head."""

    def params(self, hidden: int) -> int:
        query, cache = self.heads * self.head_dim, self.kv_heads * self.head_dim
        count = hidden * (query * (3 if self.output_gate else 2) + 2 * cache)
        count += (query + 2 * cache) * self.input_bias + hidden * self.output_bias + self.heads * self.sinks
        return count + 2 * self.head_dim * self.head_norm + (query + cache) * self.full_norm


@dataclass(frozen=True, slots=True, kw_only=True)
class LatentAttention:
    """Multi-head latent attention (MLA), with the indexer of sparse attention where there is one."""

    heads: int
    query_rank: int | None
    """None: the query is projected without compression."""
    cache_rank: int
    nope_dim: int
    rope_dim: int
    value_dim: int
    index_heads: int = 0
    index_dim: int = 0
    index_share: float = 1.0
    """Share of the layers that have an indexer of their own."""

    def params(self, hidden: int) -> int:
        width = self.heads * (self.nope_dim + self.rope_dim)
        rank = self.query_rank
        query = hidden * width if rank is None else rank * (hidden + 1 + width)
        cache = hidden * (self.cache_rank + self.rope_dim) + self.cache_rank
        up = self.cache_rank * self.heads * (self.nope_dim + self.value_dim)
        return query + cache + up + self.heads * self.value_dim * hidden

    def indexer_params(self, hidden: int) -> int:
        """Query from the compressed query, one key with its norm, one weight per head."""
        query = (self.query_rank or hidden) * self.index_heads * self.index_dim
        return query + (hidden * (self.index_dim + self.index_heads) + 2 * self.index_dim) * bool(self.index_heads)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeltaAttention:
    """Linear attention of Qwen3-Next and Qwen3.5 (gated delta net)."""

    key_heads: int
    key_dim: int
    value_heads: int
    value_dim: int
    kernel: int
    """Tokens of the short convolution."""

    def params(self, hidden: int) -> int:
        keys, values = self.key_heads * self.key_dim, self.value_heads * self.value_dim
        projections = hidden * (2 * keys + 2 * values + 2 * self.value_heads) + values * hidden
        return projections + self.kernel * (2 * keys + values) + 2 * self.value_heads + self.value_dim

    @property
    def state_elements(self) -> int:
        """Elements of the state that a layer keeps for one sequence."""
        return self.value_heads * self.key_dim * self.value_dim


@dataclass(frozen=True, slots=True, kw_only=True)
class LightningAttention:
    """Linear attention of MiniMax-Text-01 and M1: query, key, value, gate, output, and a norm over all heads."""

    heads: int
    head_dim: int

    def params(self, hidden: int) -> int:
        width = self.heads * self.head_dim
        return 5 * hidden * width + width

    @property
    def state_elements(self) -> int:
        """Elements of the state that a layer keeps for one sequence."""
        return self.heads * self.head_dim**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Experts:
    """Routed experts of a layer and those that every token uses."""

    count: int
    per_token: int
    width: int
    shared_width: int = 0
    """Width of all shared experts together."""
    shared_gate: bool = False
    router_bias: bool = False
    biases: bool = False
    """Every expert has biases."""

    def expert_params(self, hidden: int) -> int:
        """One routed expert: gate, up and down."""
        return 3 * hidden * self.width + (2 * self.width + hidden) * self.biases

    def params(self, hidden: int) -> int:
        always = 3 * hidden * self.shared_width + hidden * (self.count + self.shared_gate)
        return self.count * self.expert_params(hidden) + always + self.count * self.router_bias


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderShape:
    """Everything that decides how many parameters a decoder has."""

    vocabulary: int
    hidden: int
    layers: int
    tied: bool
    """Embedding and head are one matrix."""
    attention: GroupedAttention | LatentAttention
    linear: DeltaAttention | LightningAttention | None = None
    linear_layers: int = 0
    """Layers with linear attention instead of `attention`."""
    dense_width: int = 0
    dense_biases: bool = False
    experts: Experts | None = None
    dense_layers: int = 0
    """Layers without experts; all of them where `experts` is None."""
    norms_per_layer: int = 2


def parameter_count(shape: DecoderShape) -> ParameterCount:
    """Total and active parameters.

    >>> llama = GroupedAttention(heads=32, kv_heads=8, head_dim=128)
    >>> shape = DecoderShape(vocabulary=128256, hidden=4096, layers=32, tied=False, attention=llama, dense_width=14336)
    >>> parameter_count(shape).total
    8030261248
    """
    hidden = shape.hidden
    total = shape.vocabulary * hidden * (1 if shape.tied else 2) + hidden
    total += shape.layers * shape.norms_per_layer * hidden + _attention(shape)
    dense_layers = shape.dense_layers if shape.experts else shape.layers
    total += dense_layers * (3 * hidden * shape.dense_width + (2 * shape.dense_width + hidden) * shape.dense_biases)
    if shape.experts is None:
        return ParameterCount(total, total)
    expert_layers = shape.layers - dense_layers
    total += expert_layers * shape.experts.params(hidden)
    unused = shape.experts.count - shape.experts.per_token
    return ParameterCount(total, total - expert_layers * unused * shape.experts.expert_params(hidden))


def _attention(shape: DecoderShape) -> int:
    """Of all layers."""
    softmax_layers = shape.layers - (shape.linear_layers if shape.linear else 0)
    count = softmax_layers * shape.attention.params(shape.hidden)
    if isinstance(shape.attention, LatentAttention):
        indexers = round(softmax_layers * shape.attention.index_share)
        count += indexers * shape.attention.indexer_params(shape.hidden)
    return count + (shape.layers - softmax_layers) * (shape.linear.params(shape.hidden) if shape.linear else 0)
