"""How many servers of one type a rack holds.

    fit = min(⌊U / rack_units⌋, ⌊kW / max_power⌋, ⌊kg / weight⌋), dimensions left out not limited

A rack holds servers of one type: safe, and said in the report.
"""

from optimizer.inputs.catalog import Server, ServerSite
from optimizer.inputs.request import Request
from optimizer.inputs.requirements import RackGroup
from optimizer.units import WATTS_PER_KW, exact, supply

UNLIMITED_FIT = 1000
"""Servers in one rack of a group that states no dimension."""


def rack_fit(request: Request, server: Server) -> tuple[int, ...] | None:
    """Servers of this type per rack of each group.

    None where racks do not concern it: no `racks:` in the request, towers, rack-scale systems, rent-only offers.
    """
    groups = request.requirements.site.racks
    if not groups or server.site is None or server.site.form != "rack":
        return None
    return tuple(fit_of(group, server.site) for group in groups)


def fit_of(group: RackGroup, site: ServerSite) -> int:
    """Servers in one rack by height, power and weight."""
    if group.weight_kg is None or site.weight_kg is None:
        return fit_by_size(group, site)
    return min(fit_by_size(group, site), supply(exact(group.weight_kg) / exact(site.weight_kg)))


def fit_by_size(group: RackGroup, site: ServerSite) -> int:
    """Servers in one rack by height and power alone."""
    room = [UNLIMITED_FIT]
    if group.units is not None:
        room.append(group.units // site.rack_units)
    if group.power_kw is not None:
        room.append(supply(exact(group.power_kw) * WATTS_PER_KW / site.max_power_w))
    return min(room)
