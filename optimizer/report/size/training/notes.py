"""What a reader of a training job's sizing should know beside its numbers."""

from optimizer.plan.size.training.answer import TrainingAnswer
from optimizer.report.plan_texts import in_both
from optimizer.report.size.training.words import word
from optimizer.sizing.gang_search import gang_cautions


def training_notes(answer: TrainingAnswer, language: str) -> list[str]:
    """What the model, the layout and the catalog say of their own accord."""
    found: list[str] = []
    best, days, needed = answer.best, answer.job.days, answer.needed
    if answer.job.is_unit:
        found.append(word("note.unit", language))
    if needed is not None:
        servers, cards = needed.machine.servers, needed.machine.cards
        found.append(word("note.servers", language).format(days=days, servers=servers, cards=cards))
    elif days is not None:
        found.append(word("note.no_servers", language).format(days=days))
    if answer.missed is not None and answer.missed.rejection.limit == "fabric":
        found.append(word("note.fabric", language))
    if best is not None:
        own = () if best.trainer.mfu is not None else best.trainer.notes
        said = (*own, *gang_cautions(answer.job.request, best.trainer, best.gang))
        found += (in_both(note, language).here for note in said)
    card = answer.job.request.catalog.cards[answer.machine.server.card]
    if card.availability not in (None, "free"):
        found.append(word("note.availability", language).format(card=card.id, availability=card.availability))
    return found
