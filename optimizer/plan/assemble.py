"""Verified decision → Plan."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from optimizer import __version__
from optimizer.cost.availability import availability
from optimizer.errors import ModelError
from optimizer.instance.instance import Decision
from optimizer.instance.prepared import Prepared
from optimizer.plan.acceptance import acceptance
from optimizer.plan.asked import asked
from optimizer.plan.cautions import cautions
from optimizer.plan.costs import cost_lines, ecosystems_used
from optimizer.plan.data_version import data_versions
from optimizer.plan.delivery import (
    lapsed_prices,
    late_deliveries,
    prices_valid_until,
    rented_abroad,
    second_hand,
    unusual_prices,
)
from optimizer.plan.echo import assumptions, not_counted, not_limited, parameters, split_workloads, workload_echoes
from optimizer.plan.elevation import racks_of
from optimizer.plan.load_curves import load_curves, stated_factors
from optimizer.plan.machines import Pool
from optimizer.plan.money import CostLine, CostRules, EcosystemCost, Objective, RackRent
from optimizer.plan.network import network_of
from optimizer.plan.own_or_rent import rent_offers
from optimizer.plan.plan import InputFile, Plan, Variant
from optimizer.plan.pools import placement_rows, pools, seatings
from optimizer.plan.sources import sources
from optimizer.plan.storage import storage_lines
from optimizer.plan.token_cost import token_costs
from optimizer.plan.totals import limits, totals
from optimizer.plan.training_cautions import training_cautions
from optimizer.plan.variants import below_checkpoint
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from optimizer.units import from_fen
from optimizer.verify.check import Verified

SOLVER = "OR-tools CP-SAT"


def assemble(
    prepared: Prepared, outcome: Outcome, verified: Verified, settings: Settings, others: Sequence[Variant]
) -> Plan:
    """Everything a report needs, from the checker's own placements."""
    decision = outcome.decision
    if decision is None or outcome.status not in ("optimal", "feasible"):
        raise ModelError("no decision to report")
    request, requirements = prepared.request, prepared.request.requirements
    lines = cost_lines(prepared, decision, verified.placed)
    pool_rows = pools(prepared, decision, verified)
    network = network_of(prepared, decision, verified.placed)
    storage = storage_lines(prepared, verified.placed)
    sums = totals(prepared, pool_rows, network)
    used = ecosystems_used(prepared, decision)
    resale = sum((line.present_value for line in lines if line.item == "resale"), Decimal(0))
    objective = _objective(prepared, outcome, lines)
    return Plan(
        name=requirements.name,
        language=requirements.language,
        **_prices(prepared),
        tool_version=__version__,
        data=data_versions(request),
        files=tuple(InputFile(name=name, sha256=digest) for name, digest in sorted(request.files.items())),
        status=outcome.status,
        requested_gap=settings.gap,
        repeatable=settings.repeatable,
        solver=SOLVER,
        objective=objective,
        workloads=workload_echoes(prepared),
        pools=pool_rows,
        **_where_it_runs(prepared, decision, verified, pool_rows),
        cost_rules=_rules(prepared),
        parameters=parameters(prepared),
        ecosystem_costs=tuple(_adaptation(prepared, e) for e in used),
        rack_rents=_rack_rents(prepared),
        cost_lines=lines,
        totals=sums,
        cost_per_million_tokens=token_costs(prepared, decision, verified.placed, lines),
        limits=limits(prepared, pool_rows, sums, len(used)),
        not_limited=not_limited(prepared),
        not_counted=not_counted(prepared),
        tco_at_zero_resale=objective.tco_npv - resale,
        variants=tuple(others),
        cautions=(
            *cautions(prepared, pool_rows, sums.it_power_kw),
            *training_cautions(prepared, storage, verified.placed),
        ),
        below_checkpoint_precision=below_checkpoint(prepared, verified.placed),
        **_about_the_order(prepared, pool_rows),
        **_for_finance(prepared, pool_rows),
        network=network,
        storage=storage,
        split_note=split_workloads(prepared, verified.placed),
        no_acquisition=not decision.counts,
        rejections=prepared.rejections,
        assumptions=assumptions(prepared),
        sources=sources(prepared, decision.offers(), verified.placed),
    )


def _prices(prepared: Prepared) -> dict[str, Any]:
    """Whose prices count, and of which day."""
    request, requirements = prepared.request, prepared.request.requirements
    rate = request.book.rate_book.usd_cny_spec
    return {
        "as_of": request.as_of.isoformat(),
        "buyer": requirements.buyer,
        "price_book": request.book.id,
        "price_case": requirements.price_case,
        "usd_cny": request.book.usd_cny,
        "usd_cny_date": rate.date if rate else "",
    }


def _rack_rents(prepared: Prepared) -> tuple[RackRent, ...]:
    racks = prepared.request.requirements.site.racks
    return tuple(RackRent(group=group.name, cost_per_month=group.cost_per_month) for group in racks)


def _where_it_runs(prepared: Prepared, decision: Decision, verified: Verified, pools: Sequence[Pool]) -> dict[str, Any]:
    """Placements, seats and racks, and what to expect of them."""
    curves = load_curves(prepared, verified.placed)
    return {
        "placements": placement_rows(prepared, decision, verified.placed),
        "seating": seatings(prepared, verified),
        "racks": racks_of(prepared, pools),
        "curves": curves,
        "stated_factors": stated_factors(prepared, verified.placed),
        "acceptance": acceptance(prepared, pools, verified.placed, curves),
    }


def _about_the_order(prepared: Prepared, pools: Sequence[Pool]) -> dict[str, Any]:
    """What the order itself depends on."""
    return {
        "quote_needed": tuple(p.server for p in pools if p.count and p.unit_price.confidence == "low"),
        "lead_time_risk": tuple(p.server for p in pools if _late(prepared, p)),
        "late_delivery": late_deliveries(prepared.request, pools),
        "second_hand": second_hand(pools),
        "rented_abroad": rented_abroad(prepared.request, pools),
        "unusual_prices": unusual_prices(prepared.request, pools),
        "lapsed_prices": lapsed_prices(prepared.request),
        "prices_valid_until": prices_valid_until(pools),
    }


def _for_finance(prepared: Prepared, pools: Sequence[Pool]) -> dict[str, Any]:
    """What the workbook shows beside the plan."""
    return {"asked": asked(prepared.request), "rent_offers": rent_offers(prepared, pools)}


def _late(prepared: Prepared, pool: Pool) -> bool:
    """Bought under a licence that may come late or not at all."""
    card, buyer = prepared.request.catalog.cards[pool.card], prepared.request.requirements.buyer
    return bool(pool.count) and not pool.rented and availability(card, buyer).lead_time_risk


def _objective(prepared: Prepared, outcome: Outcome, lines: Sequence[CostLine]) -> Objective:
    tco = sum((line.present_value for line in lines), Decimal(0))
    bound = min(from_fen(outcome.bound_fen or 0), tco)
    return Objective(
        currency=prepared.request.requirements.currency,
        tco_npv=tco,
        bound=bound,
        gap=outcome.gap or 0.0,
        seconds=outcome.seconds,
    )


def _rules(prepared: Prepared) -> CostRules:
    terms, finance = prepared.terms, prepared.request.requirements.finance
    return CostRules(
        horizon_years=terms.horizon_years,
        discount_rate=terms.discount_rate,
        timing=finance.timing,
        vat_recoverable=terms.vat_recoverable,
        vat_goods=terms.vat["goods"],
        vat_services=terms.vat["services"],
        vat_space=terms.vat["space"],
        capex_budget=finance.capex_budget,
    )


def _adaptation(prepared: Prepared, ecosystem: str) -> EcosystemCost:
    entry = prepared.request.catalog.ecosystems[ecosystem]
    low, typical, high = (
        Decimal(0) if ecosystem == "cuda" else Decimal(str(months))
        for months in (
            entry.adaptation_months_low,
            entry.adaptation_months_typical,
            entry.adaptation_months_high,
        )
    )
    return EcosystemCost(
        ecosystem=ecosystem,
        months=typical,
        months_low=low,
        months_high=high,
        month_price=prepared.terms.engineer_month,
        source=entry.spec.source,
    )
