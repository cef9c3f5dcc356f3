"""Published training runs as the planner's functions see them: card-hours, days and MFU."""

from typing import NamedTuple

from optimizer.inputs.catalog import Card, LanguageModel
from optimizer.inputs.shipped import shipped_entries
from optimizer.sizing.goodput import goodput
from optimizer.sizing.training_layout import TrainingLayout
from optimizer.sizing.training_machine import TrainingMachine, inside_rate, machine_of
from optimizer.sizing.training_search import best
from optimizer.sizing.training_time import token_seconds
from optimizer.sizing.training_work import Bits, TrainedModel, TrainingWork, trained_model

SECONDS_PER_HOUR = 3600
LLAMA_65B = TrainedModel(65.2e9, 65.2e9, 80, 8192, 32_000, 8192, 1, 1)
BLOOM_176B = TrainedModel(176e9, 176e9, 70, 14_336, 250_880, 14_336, 1, 1)


class Run(NamedTuple):
    """A run as its source tells it."""

    name: str
    model: TrainedModel | str
    """A shape, or the id of a catalog model."""
    card: str
    cards: int
    bits: Bits
    tokens: float
    sequence_tokens: int
    batch_tokens: float
    outside_bytes_per_s: float
    layout: TrainingLayout | None
    """None: not published, the search's own."""
    published_hours: float
    with_pauses: bool
    """Whether the published figure holds pauses and restarts."""


RUNS = (
    Run("LLaMA-65B, 1.4T tokens, 2,048 A100, 21 days (arXiv:2302.13971)", LLAMA_65B, "a100-80-sxm", 2048, 16, 1.4e12,
        2048, 4 * 2**20, 25e9, None, 21 * 24 * 2048, with_pauses=True),
    Run("BLOOM-176B, 341B tokens, 384 A100, 99 days (bigscience tr11)", BLOOM_176B, "a100-80-sxm", 384, 16, 341e9,
        2048, 2048 * 2048, 25e9, TrainingLayout(4, 12, 1, 8, 1, 1, 1.0, 2, 128), 98.8 * 24 * 384, with_pauses=True),
    Run("DeepSeek-V3, 14.8T tokens, 2,048 H800 (arXiv:2412.19437)", "DeepSeek-V3", "h800-sxm", 2048, 8, 14.8e12, 4096,
        15_360 * 4096, 50e9, TrainingLayout(1, 16, 1, 128, 64, 1, 0.0, 1, 120, 2), 2.788e6, with_pauses=False),
    Run("Llama-3.1-405B, 15.6T tokens, 16,384 H100 (Meta's model card)", "Llama-3.1-405B", "h100-sxm", 16_384, 16,
        15.6e12, 8192, 2048 * 8192, 50e9, TrainingLayout(8, 16, 1, 128, 1, 1, 0.0, 1, 16, 4), 30.84e6,
        with_pauses=True),
)  # fmt: skip


def parts(run: Run) -> tuple[TrainingWork, TrainingMachine]:
    """Job and device of a run."""
    entries = shipped_entries()
    model = run.model
    if isinstance(model, str):
        model = trained_model(LanguageModel.model_validate(entries["models"][model]))
    card = Card.model_validate(entries["cards"][run.card])
    if card.facts is None:
        raise ValueError(f"{run.card}: no facts")
    machine = machine_of(
        card, "bf16", inside_bytes_per_s=inside_rate(card.facts, "NVLink"),
        outside_bytes_per_s=run.outside_bytes_per_s, node_devices=8,
    )  # fmt: skip
    return TrainingWork(model, "full", run.sequence_tokens, run.bits, "tuned", "tuned"), machine


def layout_of(run: Run) -> TrainingLayout:
    """The published layout, else the search's."""
    work, machine = parts(run)
    return run.layout or best(work, machine, run.cards, batch_tokens=run.batch_tokens).layout


def token_s(run: Run) -> float:
    """Seconds of one card per token."""
    work, machine = parts(run)
    return token_seconds(work, machine, layout_of(run)).total


def card_hours(run: Run) -> float:
    """Of the whole run."""
    pauses = goodput(parts(run)[0], run.cards) if run.with_pauses else 1.0
    return run.tokens * token_s(run) / SECONDS_PER_HOUR / pauses


def mfu_of(run: Run) -> float:
    """Model FLOPs over the 16-bit peak while it trains."""
    work, machine = parts(run)
    return work.model_flops / token_s(run) / machine.flops
