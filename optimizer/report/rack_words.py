"""Names of racks, and which of the servers in them are spares."""

from collections.abc import Mapping, Sequence

from optimizer.plan.elevation import Rack
from optimizer.plan.machines import Pool


def rack_name(rack: Rack) -> str:
    """`row-a 3`."""
    return f"{rack.group} {rack.number}"


def spares_in(racks: Sequence[Rack], pools: Mapping[str, Pool]) -> set[tuple[str, int]]:
    """(server, number) of the spares: the highest numbers of each pool."""
    held = {(rack.server, each.number) for rack in racks for each in rack.servers}
    return {(server, n) for server, n in held if n > pools[server].standing - pools[server].spares}
