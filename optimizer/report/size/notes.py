"""What a reader of a sizing should know beside its numbers."""

from optimizer.plan.size.answer import Answer
from optimizer.report.plan_texts import in_both
from optimizer.report.size.words import word


def notes(answer: Answer, language: str) -> list[str]:
    """Idle cards, heads, several servers, what the option itself says; then what a sizing does not look at."""
    found = []
    fit, machine = answer.best, answer.machine
    bench = fit.bench if fit is not None else answer.refused.bench if answer.refused is not None else None
    if answer.heads and bench is not None:
        degrees = ", ".join(map(str, answer.heads))
        following = next(degree for degree in answer.heads if degree > bench.devices)
        text = word("note.heads", language)
        found.append(text.format(devices=bench.devices, heads=bench.shape.heads, degrees=degrees, next=following))
    if fit is not None:
        if answer.idle_cards:
            found.append(word("note.idle", language).format(cards=f"{answer.idle_cards:g}"))
        found += (in_both(note, language).here for note in fit.option.notes)
    card = answer.request.catalog.cards[machine.server.card]
    if card.availability not in (None, "free"):
        found.append(word("note.availability", language).format(card=card.id, availability=card.availability))
    return found
