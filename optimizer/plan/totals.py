"""Totals and limits of a plan."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from optimizer.cost.unit_costs import capex_incl_vat
from optimizer.instance.prepared import Prepared
from optimizer.instance.stock import stocks
from optimizer.instance.storage import storage_of
from optimizer.plan.domestic import domestic_share
from optimizer.plan.machines import Pool
from optimizer.plan.money import Network
from optimizer.plan.plan import LimitUse, Totals
from optimizer.units import HOURS_PER_YEAR, WATTS_PER_KW, exact, supply


def totals(prepared: Prepared, pools: Sequence[Pool], network: Network | None) -> Totals:
    """Peak year: the most servers in service at once; power: the year with most of it."""
    on_site = [p for p in pools if not p.rented]
    years = range(prepared.terms.horizon_years)
    peak = max(years, key=lambda year: (sum(p.in_service(year) for p in pools), -year))
    switches = (network.leaf_switches + network.spine_switches) * network.switch_power_w if network else 0
    it_w = max(sum(p.in_service(year) * p.max_power_w for p in on_site) for year in years) + switches
    facility_w = max(sum(p.in_service(year) * p.max_power_w * p.pue for p in on_site) for year in years)
    energy_w = max(sum((_mean_power_w(p, year) for p in on_site), Decimal(0)) for year in years)
    if network is not None:
        facility_w += switches * network.pue
        energy_w += switches * network.pue
    bought = [purchase(prepared, p) for p in on_site]
    capex, incl_vat = network_purchase(prepared, network)
    stored, stored_incl_vat = _storage_purchase(prepared)
    return Totals(
        servers=sum(p.in_service(peak) for p in pools),
        servers_bought=sum(p.counts[peak] for p in on_site),
        servers_rented=sum(p.counts[peak] for p in pools if p.rented),
        servers_owned=sum(p.owned[peak] for p in pools if p.owned),
        cards=sum(p.in_service(peak) * p.cards_per_server for p in pools),
        it_power_kw=it_w / WATTS_PER_KW,
        facility_power_kw=float(facility_w) / WATTS_PER_KW,
        racks=sum(racks for p in on_site for racks in p.racks.values()),
        capex=capex + stored + sum((ex_vat for ex_vat, _ in bought), Decimal(0)),
        capex_incl_vat=incl_vat + stored_incl_vat + sum((with_vat for _, with_vat in bought), Decimal(0)),
        energy_mwh=float(energy_w) * HOURS_PER_YEAR / 1e6,
        domestic_share=domestic_share(prepared, pools),
    )


def _mean_power_w(pool: Pool, year: int) -> Decimal:
    """Average draw at the meter, PUE included: idle of all servers plus the load's part above idle."""
    busy = pool.busy_cards[year] / pool.cards_per_server
    return (pool.idle_power_w * pool.in_service(year) + (pool.typical_power_w - pool.idle_power_w) * busy) * pool.pue


def network_purchase(prepared: Prepared, network: Network | None) -> tuple[Decimal, Decimal]:
    """(ex VAT, incl. VAT) of switches, optics and network cards."""
    if network is None:
        return Decimal(0), Decimal(0)
    amount = (network.leaf_switches + network.spine_switches) * network.switch_price
    amount += network.optics * network.optic_price + network.nics_added * network.nic_price
    return amount, prepared.terms.incl_vat("network", amount)


def _storage_purchase(prepared: Prepared) -> tuple[Decimal, Decimal]:
    """(ex VAT, incl. VAT) of the storage that is bought."""
    storage = storage_of(prepared.request)
    amount = storage.ordered_tb * storage.price_per_tb if storage else Decimal(0)
    return amount, prepared.terms.incl_vat("storage", amount)


def purchase(prepared: Prepared, pool: Pool) -> tuple[Decimal, Decimal]:
    """(ex VAT, incl. VAT) of servers, installation, facility work and spares stock; (0, 0) where nothing is bought."""
    facts = prepared.offer(pool.server)
    if facts.server.site is None:
        raise AssertionError(f"{pool.server} cannot be bought")
    terms, price = prepared.terms, pool.unit_price.amount
    facility = Decimal(pool.max_power_w) / WATTS_PER_KW * pool.facility_work_per_kw
    ex_vat = price * (1 + terms.installation_rate + terms.spares_stock_rate) + facility
    return ex_vat * pool.count, capex_incl_vat(terms, facts.server.site, price) * pool.count


def limits(prepared: Prepared, pools: Sequence[Pool], sums: Totals, ecosystems: int) -> tuple[LimitUse, ...]:
    """Every limit of the file against what the plan uses, reserves taken off; binding = one server more breaks it."""
    requirements = prepared.request.requirements
    site, finance = requirements.site, requirements.finance
    bought = [p for p in pools if not p.rented and p.count]
    least_kw = min((p.max_power_w / WATTS_PER_KW for p in bought), default=0.0)
    least_facility_kw = min((float(p.max_power_w * p.pue) / WATTS_PER_KW for p in bought), default=0.0)
    least_capex = min((float(purchase(prepared, p)[1]) / p.count for p in bought), default=0.0)
    free_power, free_racks = 1 - site.reserve.power, 1 - exact(site.reserve.racks)
    rows = [
        ("it_power", "site.it_power_kw", sums.it_power_kw, site.it_power_kw, free_power, "kW", least_kw),
        (
            "facility_power",
            "site.facility_power_kw",
            sums.facility_power_kw,
            site.facility_power_kw,
            free_power,
            "kW",
            least_facility_kw,
        ),
        (
            "capex_budget",
            "finance.capex_budget",
            float(sums.capex_incl_vat),
            None if finance.capex_budget is None else float(finance.capex_budget),
            1,
            requirements.currency,
            least_capex,
        ),
        (
            "ecosystems",
            "policy.ecosystems.maximum",
            float(ecosystems),
            requirements.policy.ecosystems.maximum,
            1,
            "ecosystems",
            1.0,
        ),
    ]
    rent = requirements.rent
    if rent.allowed and rent.maximum_share < 1:
        most = max(_rented_share(pools, year) for year in range(prepared.terms.horizon_years))
        rows.append(("rent", "rent.maximum_share", most, rent.maximum_share, 1, "share of cards", 0.0))
    used = [_limit(*row) for row in rows if row[3] is not None]
    for index, group in enumerate(site.racks):
        racks = sum(p.racks.get(group.name, 0) for p in pools)
        available = supply(group.count * free_racks)
        used.append(_limit(f"racks {group.name}", f"site.racks[{index}]", racks, available, 1, "racks", 1.0))
    return (*used, *_stock_limits(prepared, pools))


def _stock_limits(prepared: Prepared, pools: Sequence[Pool]) -> Iterator[LimitUse]:
    """Pieces bought against what can be had, where the plan buys any."""
    counts = {p.server: p.count for p in pools if not p.rented}
    for stock in stocks(prepared):
        taken = sum(k * counts.get(s, 0) for s, k in stock.per_server.items())
        if taken:
            least = min(k for s, k in stock.per_server.items() if counts.get(s))
            yield _limit(f"stock {stock.item}", stock.path, taken, stock.pieces, 1, "pieces", least)


def _rented_share(pools: Sequence[Pool], year: int) -> float:
    cards = sum(p.in_service(year) * p.cards_per_server for p in pools)
    return sum(p.counts[year] * p.cards_per_server for p in pools if p.rented) / cards if cards else 0.0


def _limit(name: str, path: str, used: float, limit: float | None, free: float, unit: str, step: float) -> LimitUse:
    available = (limit or 0) * free
    binding = used + step > available
    return LimitUse(limit=name, path=path, used=used, available=available, unit=unit, binding=binding)
