"""Whole-machine cautions of a plan: what is bought and stands on site, and the site's power supply.

Rented servers stand elsewhere. Of owned servers only what concerns the site is said: nothing is left to ask a vendor.
No caution is a limit; the limits are those of the file.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from optimizer.inputs.catalog import Server, ServerSite
from optimizer.inputs.requirements import RackGroup
from optimizer.instance.prepared import Prepared
from optimizer.instance.rack_fit import fit_by_size, fit_of
from optimizer.plan.caution import Caution
from optimizer.plan.machines import Pool
from optimizer.sizing.machine import NOT_STATED, MachineWarning, air_cooling, machine_warnings
from optimizer.units import WATTS_PER_KW

FOR_THE_VENDOR = frozenset({"psu", "host_memory", "pcie_lanes"})
"""Rules about the order itself."""
FROM_THE_FILE = "the requirements file (site)"


def cautions(prepared: Prepared, pools: Sequence[Pool], it_power_kw: float) -> tuple[Caution, ...]:
    """The site first, then pool by pool."""
    found = list(_ups(prepared, it_power_kw))
    for pool in pools:
        if pool.rented or not pool.standing:
            continue
        server = prepared.offer(pool.server).server
        if server.site is not None:
            named = {"server": pool.server, "server_name": pool.server_name}
            found += [each.model_copy(update=named) for each in _machine(prepared, pool, server, server.site)]
    return tuple(found)


def _ups(prepared: Prepared, it_power_kw: float) -> Iterator[Caution]:
    """Nothing is known of the site's UPS: what to ask for."""
    entry = prepared.request.catalog.parameters["ups_headroom"]
    factor, base = float(entry.typical), it_power_kw * WATTS_PER_KW
    if base:
        yield Caution(
            rule="ups", finding="ask", factor=factor, base=base, needed=factor * base, available=None, unit="W",
            source=entry.spec.source,
        )  # fmt: skip


def _machine(prepared: Prepared, pool: Pool, server: Server, site: ServerSite) -> Iterator[Caution]:
    request = prepared.request
    card, wanted = request.catalog.cards[server.card], request.requirements.site
    groups = [group for group in wanted.racks if pool.racks.get(group.name)]
    for warning in machine_warnings(server, card, request.catalog.parameters):
        concerns_site = warning.rule not in FOR_THE_VENDOR
        told_by_rack = warning.rule in ("weight", "cooling") and groups
        if (pool.count or concerns_site) and not told_by_rack:
            yield _caution(warning)
    for group in groups:
        yield from _weight(group, site)
        if site.cooling == "air":
            crowded = air_cooling(min(fit_of(group, site), pool.standing), site.max_power_w, request.catalog.parameters)
            if crowded:
                yield _caution(crowded).model_copy(update={"place": group.name})
    if site.form == "rack_scale" and site.weight_kg is not None:
        source = server.spec.source if server.spec else FROM_THE_FILE
        yield _remark("weight", "ask", base=site.weight_kg, needed=site.weight_kg, source=source)
    if site.cooling == "liquid" and "liquid" not in wanted.cooling:
        yield _remark("cooling", "liquid")
    if wanted.place == "office" and site.form != "tower":
        yield _remark("noise", "office")


def _weight(group: RackGroup, site: ServerSite) -> Iterator[Caution]:
    """A rack full by height and power, against what it carries: the plan puts fewer into it."""
    there, weight = group.weight_kg, site.weight_kg
    if weight is None:
        finding: Literal["unknown", "unchecked"] = "unknown" if there is None else "unchecked"
        yield _remark("weight", finding, available=there, place=group.name, source=NOT_STATED)
    elif there is None or (group.units is None and group.power_kw is None):
        return  # no limit to hold it to, or no number of servers that fill a rack
    elif (full := fit_by_size(group, site)) * weight > there:
        yield _remark("weight", "short", factor=full, base=weight, needed=full * weight, available=there,
                      place=group.name)  # fmt: skip


def _caution(warning: MachineWarning) -> Caution:
    return Caution(**warning.model_dump())


def _remark(
    rule: Literal["weight", "cooling", "noise"],
    finding: Literal["short", "ask", "unknown", "unchecked", "liquid", "office"],
    *,
    factor: float = 1,
    base: float = 0,
    needed: float = 0,
    available: float | None = None,
    place: str = "",
    source: str = FROM_THE_FILE,
) -> Caution:
    """About a machine on this site; weights in kg."""
    return Caution(
        rule=rule, finding=finding, factor=factor, base=base, needed=needed, available=available, unit="kg",
        place=place, source=source,
    )  # fmt: skip
