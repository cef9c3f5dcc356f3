"""Which server stands in which U of which rack, as the plan counts racks.

Racks of a group are numbered from 1, pool after pool; a rack holds servers of one type (instance/rack_fit.py). The
servers of a pool are spread evenly over its racks, none above its fit, so that no rack draws more than it must; they
stand from U 1 upwards without gaps, in the order of their numbers.
"""

from collections.abc import Sequence

from optimizer.errors import ModelError
from optimizer.frozen import Frozen
from optimizer.inputs.requirements import RackGroup
from optimizer.instance.prepared import Prepared
from optimizer.plan.machines import Pool


class RackedServer(Frozen):
    """One server in a rack."""

    number: int
    """As on Seats: 1-based within its pool."""
    lowest_unit: int | None
    """U that it begins at, counted from the floor; null where the file states no height."""


class Rack(Frozen):
    """One rack in use, against the limits of its group; a limit that the file leaves out is null."""

    group: str
    number: int
    """1-based within its group."""
    server: str
    units: int | None
    power_w: float | None
    weight_kg: float | None
    servers: tuple[RackedServer, ...]


def racks_of(prepared: Prepared, pools: Sequence[Pool]) -> tuple[Rack, ...]:
    """Every rack that the plan counts, groups in the order of the file; empty where the file states none.

    Raises ModelError where the servers of a pool do not fit the racks that the plan counts for it.
    """
    groups = prepared.request.requirements.site.racks
    taken = dict.fromkeys((group.name for group in groups), 0)
    found = []
    for pool in pools:
        fits = prepared.offer(pool.server).rack_fit if pool.racks else None
        if fits is None:
            continue
        places = [(g, fit) for g, fit in zip(groups, fits, strict=True) for _ in range(pool.racks.get(g.name, 0))]
        counts = spread(pool.standing, [fit for _, fit in places])
        if counts is None:
            raise ModelError(f"{pool.standing} × {pool.server} do not fit {len(places)} racks")
        first = 1
        for (group, _), count in zip(places, counts, strict=True):
            taken[group.name] += 1
            found.append(_rack(group, taken[group.name], pool, range(first, first + count)))
            first += count
    order = {group.name: index for index, group in enumerate(groups)}
    return tuple(sorted(found, key=lambda rack: (order[rack.group], rack.number)))


def spread(servers: int, fits: Sequence[int]) -> list[int] | None:
    """Servers per rack: as even as the fits allow, earlier racks first; None where they do not fit.

    >>> spread(5, [4, 4, 1]), spread(9, [4, 4])
    ([2, 2, 1], None)
    """
    if servers > sum(fits):
        return None
    counts = [0] * len(fits)
    for _ in range(servers):
        free = [i for i, fit in enumerate(fits) if counts[i] < fit]
        counts[min(free, key=lambda i: (counts[i], i))] += 1
    return counts


def _rack(group: RackGroup, number: int, pool: Pool, servers: range) -> Rack:
    return Rack(
        group=group.name,
        number=number,
        server=pool.server,
        units=group.units,
        power_w=None if group.power_kw is None else group.power_kw * 1000,
        weight_kg=group.weight_kg,
        servers=tuple(
            RackedServer(number=n, lowest_unit=None if group.units is None else 1 + index * pool.rack_units)
            for index, n in enumerate(servers)
        ),
    )
