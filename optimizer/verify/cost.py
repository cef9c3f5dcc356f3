"""Total cost of a decision, stated a second time: pool by pool, straight from the formulas in `optimizer.cost`.

Shares no code with the unit costs that make the objective; a slip in either shows as a difference.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from optimizer.instance.instance import Decision
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.usage import average_load
from optimizer.verify.network import network_cost
from optimizer.verify.storage import storage_cost


def total_cost(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> Decimal:
    """Present value of the decision, request currency."""
    total = Decimal(0)
    for offer_id in decision.offers():
        facts = prepared.offer(offer_id)
        nothing = (0,) * prepared.terms.horizon_years
        counts, owned = decision.counts.get(offer_id, nothing), decision.owned.get(offer_id, nothing)
        if facts.rented:
            total += _rented(prepared, facts, counts)
        else:
            mine = [p for p in placed if p.offer == offer_id]
            total += _purchase(prepared, facts, max(counts)) + _running(prepared, facts, max(counts), owned, mine)
    total += _racks(prepared, decision) + _adaptation(prepared, decision)
    return total + network_cost(prepared, decision, placed) + storage_cost(prepared)


def _vat(prepared: Prepared, kind: str) -> Decimal:
    return Decimal(1) if prepared.terms.vat_recoverable else 1 + prepared.terms.vat[kind]


def _discount(prepared: Prepared, year: int) -> Decimal:
    """Discount factor of running costs in a year (from 1)."""
    time = year - Decimal("0.5") if prepared.terms.mid_year else Decimal(year)
    return (1 + prepared.terms.discount_rate) ** -time


def _purchase(prepared: Prepared, facts: OfferFacts, count: int) -> Decimal:
    """What is paid for bought servers at the start, less what they fetch at the end."""
    terms, site, price = prepared.terms, facts.server.site, facts.price.amount
    if site is None:
        raise AssertionError(f"{facts.id} cannot be bought")
    goods, services = _vat(prepared, "goods"), _vat(prepared, "services")
    kw = Decimal(site.max_power_w) / 1000
    total = count * price * goods * (1 + terms.spares_stock_rate)
    total += count * services * (price * terms.installation_rate + kw * terms.facility_work_per_kw[site.cooling])
    resale = count * price * facts.resale_factor
    return total - resale * (1 + terms.discount_rate) ** -terms.horizon_years


def _running(
    prepared: Prepared, facts: OfferFacts, count: int, owned: Sequence[int], placed: Sequence[Placed]
) -> Decimal:
    """Energy, maintenance, licences and staff of bought and owned servers."""
    terms, site, price = prepared.terms, facts.server.site, facts.price.amount
    if site is None:
        raise AssertionError(f"{facts.id} does not stand on the site")
    goods, services = _vat(prepared, "goods"), _vat(prepared, "services")
    total = Decimal(0)
    for year in range(1, terms.horizon_years + 1):
        own = owned[year - 1]
        busy = sum((_busy(prepared, p) for p in placed if p.year == year - 1), Fraction(0))
        busy_servers = Decimal(busy.numerator) / busy.denominator / facts.server.cards
        watts = site.idle_power_w * (count + own) + (site.typical_power_w - site.idle_power_w) * busy_servers
        amount = Decimal("8.76") * watts * facts.pue * facts.price_per_kwh * goods
        maintained = count if facts.second_hand or year > terms.warranty_years else 0
        if own and not facts.owned_in_warranty[year - 1]:
            maintained += own
        amount += maintained * price * terms.maintenance_rate * services
        amount += (count + own) * facts.server.cards * terms.licence_per_card_year * services
        amount += (count + own) * terms.staff_per_server_year
        total += amount * _discount(prepared, year)
    return total


def _busy(prepared: Prepared, placed: Placed) -> Fraction:
    return placed.cards * average_load(prepared.request.requirements.workloads[placed.workload])


def _rented(prepared: Prepared, facts: OfferFacts, counts: Sequence[int]) -> Decimal:
    hourly = facts.price.amount * _vat(prepared, "services")
    years = [count * 8760 * hourly * _discount(prepared, year) for year, count in enumerate(counts, start=1)]
    return sum(years, Decimal(0))


def _racks(prepared: Prepared, decision: Decision) -> Decimal:
    years = range(1, prepared.terms.horizon_years + 1)
    factor = sum((_discount(prepared, year) for year in years), Decimal(0))
    rent = {g.name: g.cost_per_month or Decimal(0) for g in prepared.request.requirements.site.racks}
    monthly = sum((rent[group] * racks for (_, group), racks in decision.racks.items()), Decimal(0))
    return monthly * 12 * factor * _vat(prepared, "space")


def _adaptation(prepared: Prepared, decision: Decision) -> Decimal:
    used = {prepared.offer(offer).card.ecosystem for _, offer in decision.hosts()} - {"cuda"}
    efforts = (Decimal(str(prepared.request.catalog.ecosystems[e].adaptation_months_typical)) for e in used)
    return sum(efforts, Decimal(0)) * prepared.terms.engineer_month
