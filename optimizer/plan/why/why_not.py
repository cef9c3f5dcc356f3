"""Why a server type is not in the plan: it was ruled out, no plan can hold it, or it is dearer, and by how much."""

from collections.abc import Callable, Collection, Iterator, Sequence

from optimizer.instance.instance import Decision
from optimizer.instance.prepared import RENT_SUFFIX, OfferFacts
from optimizer.plan.progress import Progress
from optimizer.plan.why.entry_price import entry_price
from optimizer.plan.why.explanation import WhyNot
from optimizer.plan.why.solved import Solved, purchases_of
from optimizer.sizing.option import Rejection
from optimizer.solve.conflict import conflict
from optimizer.units import from_fen

NEAREST = 3
"""Where nobody names servers, so many of the least dear get an entry price."""


def why_not(
    solved: Solved, servers: Collection[str] | None, progress: Progress, *, nearest: int | None = NEAREST
) -> tuple[WhyNot, ...]:
    """Server types outside the plan: the dearer by regret, then the impossible, then the rejected by id.

    `servers`: only these, each with its entry price; None: all, and the entry price of the `nearest` (None: of all).
    """
    wanted: Callable[[str], bool] = (lambda _: True) if servers is None else servers.__contains__
    used = set(solved.decision.offers())
    ruled_out = _ruled_out(solved, wanted)
    found: list[tuple[WhyNot, Decision | None]] = []
    offers = [o for o in solved.instance.offers if o.id not in used and wanted(o.server)]
    for number, offer in enumerate(offers, start=1):
        progress(f"why not {offer.id} ({number}/{len(offers)})")
        found.append(_with(solved, offer.id))
    found.sort(key=lambda each: (each[0].regret is None, each[0].regret or 0, each[0].offer))
    asked = len(found) if servers is not None or nearest is None else nearest
    answers = []
    for place, (answer, decision) in enumerate(found):
        if place < asked and decision is not None:
            progress(f"entry price of {answer.offer}")
            entry = entry_price(solved, answer.offer, decision)
            more = {"entry_price": entry.price, "entry_verified": entry.verified} if entry else {}
            answer = answer.model_copy(update={"entry_asked": True, **more})
        answers.append(answer)
    return (*answers, *ruled_out)


def _with(solved: Solved, offer: str) -> tuple[WhyNot, Decision | None]:
    """The cheapest plan that must use the offer."""
    facts = solved.prepared.offer(offer)
    asked = solved.instance.model_copy(update={"must_use": (offer,)})
    outcome, _ = solved.ask(asked)
    base = _base(solved, facts)
    if outcome.decision is None or outcome.cost_fen is None:
        if outcome.status != "infeasible":
            return base.model_copy(update={"status": "undecided"}), None
        return base.model_copy(update={"status": "impossible", "limits": conflict(asked)}), None
    bound = outcome.bound_fen if outcome.bound_fen is not None else solved.cost_fen
    update = {
        "status": "dearer",
        "regret": from_fen(outcome.cost_fen - solved.cost_fen),
        "regret_bound": from_fen(max(0, bound - solved.cost_fen)),
        "purchases": purchases_of(solved.prepared, outcome.decision),
    }
    return base.model_copy(update=update), outcome.decision


def _base(solved: Solved, facts: OfferFacts) -> WhyNot:
    return WhyNot(
        offer=facts.id,
        server=facts.server.id,
        server_name=facts.server.name or facts.server.id,
        card=facts.card.id,
        card_name=facts.card.name or facts.card.id,
        rented=facts.rented,
        status="rejected",
        reasons=tuple(_reasons(solved.prepared.rejections, facts.key)),
        price=facts.price.amount,
    )


def _ruled_out(solved: Solved, wanted: Callable[[str], bool]) -> list[WhyNot]:
    """Server types that no workload may or can run on."""
    prepared = solved.prepared
    standing = {offer.server for offer in solved.instance.offers}
    names: dict[str, None] = {}
    for rejection in prepared.rejections:
        server = rejection.server.removesuffix(RENT_SUFFIX).partition(" (")[0]
        if server not in standing and wanted(server):
            names.setdefault(server)
    servers = prepared.request.catalog.servers
    return [
        WhyNot(
            offer=name,
            server=name,
            server_name=servers[name].name or name,
            card=servers[name].card,
            rented=False,
            status="rejected",
            reasons=tuple(_reasons(prepared.rejections, name)),
        )
        for name in sorted(names)
        if name in servers
    ]


def _reasons(rejections: Sequence[Rejection], server: str) -> Iterator[Rejection]:
    return (rejection for rejection in rejections if rejection.server == server)
