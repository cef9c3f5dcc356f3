"""Memory of one device in training, line by line. Formulas: docs/training.md §5."""

from collections.abc import Iterator

from optimizer.report.size.training.sums import Sum, number, over
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_layout import TrainingLayout
from optimizer.sizing.training_memory import (
    ADAPTER_STATE_BYTES,
    GATHERED_BYTES,
    GRADIENT_BYTES,
    WEIGHT_BYTES,
    TrainingMemory,
)
from optimizer.sizing.training_search import Placed
from optimizer.sizing.training_time import ADAPTER_SHARE
from optimizer.sizing.training_work import TrainingWork


def memory_lines(placed: Placed) -> tuple[Sum, ...]:
    """Bytes of context, states, gathered layers, activations, logits; then of the host; lines of nothing left out."""
    return tuple(line for line in _lines(placed.work, placed.layout, placed.memory) if line.amount)


def _lines(work: TrainingWork, layout: TrainingLayout, memory: TrainingMemory) -> Iterator[Sum]:
    yield Sum("context", f"{number(TRAINING_FITTED['reserve'])} B", memory.context)
    yield from _trained(work, layout, memory) if work.method == "full" else _adapters(work, layout, memory)
    model = work.model
    inner, ends = number(model.params - model.end_params), number(model.end_params)
    gathered = f"2 × {GATHERED_BYTES[work.method]:g} B × {inner} / {model.layers} + 2 B × {ends}"
    yield Sum("gathered", gathered, memory.gathered)
    tokens = f"{layout.micro_batch:g} × {work.sequence_tokens:,}{over(layout.tensor * layout.context)}"
    kept = f"{TRAINING_FITTED['kept_all']:g} × {model.layers}"
    if layout.recompute:
        kept = f"({TRAINING_FITTED['kept_recomputed']:g} × {model.layers} + {TRAINING_FITTED['worked_on']:g})"
    yield Sum("activations", f"{tokens} × {model.hidden:,} × {kept} B", memory.activations)
    half = over(2 if layout.pipeline > 1 else 1)
    logits = f"{tokens} × {model.vocabulary:,} × {TRAINING_FITTED['logit']:g} B{half}"
    yield Sum("logits", logits, memory.logits)
    yield Sum("host", _host(work, layout), memory.host)


def _trained(work: TrainingWork, layout: TrainingLayout, memory: TrainingMemory) -> Iterator[Sum]:
    shards, every, held = layout.data * layout.context, number(work.model.params), held_text(work, layout)
    whole = f"{held}{over(layout.ranks)}"
    cut = f"{every}{over(layout.ranks, shards)}"
    yield Sum("weights", f"{WEIGHT_BYTES:g} B × {cut if layout.zero == 3 else whole}", memory.weights)
    yield Sum("gradients", f"{GRADIENT_BYTES:g} B × {cut if layout.zero >= 2 else whole}", memory.gradients)
    yield Sum("optimizer", _optimizer(work, layout), memory.optimizer)


def _adapters(work: TrainingWork, layout: TrainingLayout, memory: TrainingMemory) -> Iterator[Sum]:
    yield Sum("frozen", _frozen(work, layout), memory.weights)
    adapters = f"{ADAPTER_STATE_BYTES:g} B × {ADAPTER_SHARE:g} × {number(work.model.params)}{over(layout.ranks)}"
    yield Sum("adapters", adapters, memory.optimizer)


def _optimizer(work: TrainingWork, layout: TrainingLayout) -> str:
    """What a parameter takes beside its weight and gradient, over all ranks that share it."""
    shards = layout.data * layout.context if layout.zero else 1
    each = f"({TRAINING_FITTED[f'state.{work.states}']:g} − {WEIGHT_BYTES:g} − {GRADIENT_BYTES:g}) B"
    return f"{each} × {number(work.model.params)}{over(layout.ranks, shards)}"


def _frozen(work: TrainingWork, layout: TrainingLayout) -> str:
    model, shards = work.model, layout.data * layout.context if layout.zero == 3 else 1
    every = f"{WEIGHT_BYTES:g} B × {number(model.params)}"
    if work.method == "qlora":
        inner, ends = number(model.params - model.end_params), number(model.end_params)
        every = f"({TRAINING_FITTED['four_bit']:g} B × {inner} + {WEIGHT_BYTES:g} B × {ends})"
    return f"{every}{over(layout.ranks, shards)}"


def _host(work: TrainingWork, layout: TrainingLayout) -> str:
    return _optimizer(work, layout) if work.method == "full" else _frozen(work, layout)


def held_text(work: TrainingWork, layout: TrainingLayout) -> str:
    """N_c: all parameters, or of the experts one rank's part."""
    model = work.model
    if not model.is_moe:
        return number(model.params)
    rest = number(model.params - model.active_params)
    return f"({number(model.active_params)} + {rest}{over(layout.experts)})"
