"""Pools of a plan: what is bought or rented, with every number its cost formulas use."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from optimizer.inputs.demand import JOBS_PER_MONTH
from optimizer.inputs.training_rules import HOURS_PER_MONTH
from optimizer.inputs.workload import InferenceWorkload
from optimizer.instance.instance import Decision
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.plan.costs import busy_cards
from optimizer.plan.machines import LeadTime, Parts, Placement, Pool, Seat, Seating, UnitPrice
from optimizer.sizing.option import Latencies
from optimizer.verify.check import Verified
from optimizer.verify.packing import Seated


def pools(prepared: Prepared, decision: Decision, verified: Verified) -> tuple[Pool, ...]:
    """Every pool in offer order."""
    return tuple(_pool(prepared, prepared.offer(offer), decision, verified) for offer in decision.offers())


def _pool(prepared: Prepared, facts: OfferFacts, decision: Decision, verified: Verified) -> Pool:
    server, card, site = facts.server, facts.card, facts.server.site
    on_site = None if facts.rented else site
    years = range(prepared.terms.horizon_years)
    return Pool(
        server=facts.key,
        server_name=_name(facts),
        card=card.id,
        card_name=card.name or card.id,
        stands_for=tuple(_card_name(prepared, closest) for closest in card.closest_cards),
        vendor=server.vendor or card.vendor,
        ecosystem=card.ecosystem,
        domestic=card.domestic,
        rented=facts.rented,
        counts=decision.counts.get(facts.id, (0,) * prepared.terms.horizon_years),
        owned=decision.owned.get(facts.id, ()),
        owned_in_warranty=facts.owned_in_warranty if facts.id in decision.owned else (),
        spares=verified.spares.get(facts.id, 0),
        cards_per_server=server.cards,
        unit_price=UnitPrice.model_validate(facts.price.model_dump(exclude={"lead_time_weeks", "pieces_per_server"})),
        second_hand=facts.second_hand and facts.id in decision.counts,
        lead_time=_lead_time(facts) if facts.id in decision.counts else None,
        max_power_w=on_site.max_power_w if on_site else 0,
        typical_power_w=on_site.typical_power_w if on_site else 0,
        idle_power_w=on_site.idle_power_w if on_site else 0,
        pue=facts.pue,
        cooling=on_site.cooling if on_site else "",
        rack_units=on_site.rack_units if on_site else 0,
        weight_kg=on_site.weight_kg if on_site else None,
        price_per_kwh=facts.price_per_kwh,
        busy_cards=tuple(busy_cards(prepared, facts.id, verified.placed, year) for year in years),
        facility_work_per_kw=prepared.terms.facility_work_per_kw[on_site.cooling] if on_site else Decimal(0),
        resale_factor=facts.resale_factor,
        resale_class=facts.resale_class,
        racks={group: racks for (offer, group), racks in sorted(decision.racks.items()) if offer == facts.id},
        parts=_parts(facts),
    )


def _parts(facts: OfferFacts) -> Parts:
    server, card = facts.server, facts.card
    return Parts(
        card_form=card.form_factor,
        cpu=server.cpu,
        host_memory_bytes=server.host_memory_bytes,
        nics=server.nics,
        scale_up_link="" if server.scale_up_link == "none" else server.scale_up_link,
        psu_rating_w=server.site.psu_rating_w if server.site else None,
    )


def _lead_time(facts: OfferFacts) -> LeadTime | None:
    return None if facts.lead_time is None else LeadTime.model_validate(facts.lead_time.model_dump())


def _card_name(prepared: Prepared, card_id: str) -> str:
    return prepared.request.catalog.cards[card_id].name or card_id


def _name(facts: OfferFacts) -> str:
    """The server's name; fewer usable cards than built are said."""
    name = facts.server.name or facts.server.id
    return name if facts.key == facts.server.id else f"{name}{facts.key.removeprefix(facts.server.id)}"


def placement_rows(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> tuple[Placement, ...]:
    """One row per workload, pool and year."""
    return tuple(_placement(prepared, decision, p) for p in placed)


def _placement(prepared: Prepared, decision: Decision, placed: Placed) -> Placement:
    facts, option = prepared.offer(placed.offer), placed.option
    layout, latencies, band = option.layout, option.latencies, option.band
    workload = prepared.request.requirements.workloads[placed.workload]
    moe = isinstance(workload, InferenceWorkload) and prepared.request.catalog.models[workload.model].is_moe
    return Placement(
        workload=workload.name,
        year=placed.year + 1,
        server=facts.key,
        rented=facts.rented,
        owned=_owned_only(decision, placed),
        replicas=_decimal(placed.replicas),
        cards=_decimal(placed.cards),
        tensor_parallel=layout.tensor_parallel if layout else None,
        pipeline_parallel=layout.pipeline_parallel if layout else None,
        expert_parallel=layout.expert_parallel if layout and moe else None,
        weight_precision=layout.weight_precision if layout else None,
        kv_precision=layout.kv_precision if layout else None,
        demand=_decimal(placed.demand),
        capacity_per_replica=_decimal(option.capacity),
        capacity=_decimal(option.capacity * placed.replicas),
        unit=option.unit,
        origin=option.origin,
        quantile=option.quantile,
        band_p10=band.p10 if band else None,
        band_p50=band.p50 if band else None,
        band_p90=band.p90 if band else None,
        concurrency=option.concurrency,
        **(latencies.model_dump() if latencies else dict.fromkeys(Latencies.model_fields)),
        max_context_tokens=option.max_context_tokens,
        days=option.days,
        card_hours=option.card_hours,
        mfu=option.mfu,
        notes=(*option.notes, *_at_once(placed)),
    )


def _at_once(placed: Placed) -> tuple[str, ...]:
    """Fine-tuning: how many gangs the jobs of a month keep busy, one job after the other on each."""
    if placed.option.unit != JOBS_PER_MONTH:
        return ()
    hours = HOURS_PER_MONTH / placed.option.capacity
    busy = float(placed.demand * hours / HOURS_PER_MONTH)
    sum_of = f"{float(placed.demand):g} jobs/month × {float(hours):.3g} h / {HOURS_PER_MONTH} h = {busy:.3g}"
    return (f"{sum_of}: {placed.replicas} at once",)


def _owned_only(decision: Decision, placed: Placed) -> bool:
    """Whether owned servers alone carry the pool in that year."""
    return placed.offer in decision.owned and not decision.counts.get(placed.offer, (0,))[0]


def seatings(prepared: Prepared, verified: Verified) -> tuple[Seating, ...]:
    """Who sits on which numbered server in each pool's fullest year."""
    rows = []
    for offer, (year, seats) in sorted(verified.seats.items()):
        facts = prepared.offer(offer)
        devices = facts.card.facts.devices if facts.card.facts else 1
        rows.append(
            Seating(
                server=facts.key,
                rented=facts.rented,
                year=year + 1,
                seats=tuple(_seat(seated, devices) for seated in seats),
            )
        )
    return tuple(rows)


def _seat(seated: Seated, devices_per_card: int) -> Seat:
    whole = seated.replicas.denominator == 1
    text = "part of one" if seated.part else str(seated.replicas) if whole else f"{float(seated.replicas):.4f}"
    cards = -(-seated.cards.numerator // seated.cards.denominator)
    return Seat(number=seated.number, workload=seated.workload, replicas=text, devices=cards * devices_per_card)


def _decimal(value: Fraction) -> Decimal:
    """An exact fraction as a decimal of at most 12 places."""
    return round(Decimal(value.numerator) / value.denominator, 12)
