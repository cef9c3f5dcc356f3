"""Names of a training layout and of where it runs."""

from optimizer.plan.size.training.changes import Change
from optimizer.report.plan_texts import in_both
from optimizer.report.rejection_words import rejection_words
from optimizer.report.size.console import figure, server_words
from optimizer.report.size.memory_lines import gb
from optimizer.report.size.training.words import word
from optimizer.sizing.training_layout import TrainingLayout
from optimizer.sizing.training_search import Placed


def layout_words(layout: TrainingLayout, is_moe: bool) -> str:
    """`TP2 PP4 CP2 DP8 EP8 ZeRO-1 offload`: what is more than one, and always the copies."""
    parts = [
        f"TP{layout.tensor}" if layout.tensor > 1 else "",
        f"PP{layout.pipeline}" if layout.pipeline > 1 else "",
        f"CP{layout.context}" if layout.context > 1 else "",
        f"DP{layout.data:g}",
        f"EP{layout.experts}" if is_moe else "",
        f"ZeRO-{layout.zero}" if layout.zero else "",
        "offload" if layout.offload else "",
    ]
    return " ".join(part for part in parts if part)


def placed_words(placed: Placed) -> str:
    """Layout of one that was tried."""
    return layout_words(placed.layout, placed.work.model.is_moe)


def change_words(change: Change, tokens: int, language: str) -> str:
    """What to change, and what it leads to."""
    found, machine = change.found, change.found.machine
    text = word(f"change.{change.kind}", language)
    if change.kind != "offload":
        before, after = (in_both(f"{each}", language).here for each in (change.before, change.after))
        text = word("change_to", language).format(kind=text, before=before, after=after)
    text = word("change_result", language).format(
        text=text, cards=machine.cards, card=machine.server.card, server=server_words(machine, language),
        layout=placed_words(found.placed), memory=gb(found.gang.memory.total), capacity=gb(found.trainer.memory_bytes),
        days=figure(found.days(tokens)),
    )  # fmt: skip
    if change.price is None:
        return text
    confidence = rejection_words(change.price.confidence, language).here
    price = change.price.amount * machine.servers
    return text + word("change_price", language).format(price=price, confidence=confidence)
