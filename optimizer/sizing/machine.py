"""What to look at in a whole machine before ordering it: warnings, never limits.

    power supplies    rating ≥ psu_headroom × sustained draw                      [W]
    host memory       ≥ host_memory_share × memory of all cards                   [bytes]
    PCIe lanes        of the processors ≥ pcie_lanes_per_card × cards             [lanes]
    cooling           an air-cooled machine draws at most air_rack_power          [W]
    weight            known, so that floor and rack can be checked                [kg]
    noise             a tower holds at most quiet_tower_cards cards

Factors and bounds are cost parameters of the catalog (`catalogs/parameters.yaml`), each with its source.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card, CostParameter, Server, ServerSite
from optimizer.sizing.cpu_lanes import cpu_lanes
from optimizer.units import WATTS_PER_KW

Parameters = Mapping[str, CostParameter]
MachineRule = Literal["psu", "host_memory", "pcie_lanes", "cooling", "weight", "noise"]
Finding = Literal["short", "ask", "unknown"]
"""`short`: the rule does not hold; `ask`: what to ask for, where nothing is known; `unknown`: cannot be judged."""

NOT_STATED = "no source of the catalog states it"


class MachineWarning(Frozen):
    """One remark on a server: needed = factor × base, against what there is."""

    rule: MachineRule
    finding: Finding
    factor: float
    base: float
    needed: float
    available: float | None
    """None: not known."""
    unit: str
    """Of base, needed and available."""
    source: str


def machine_warnings(server: Server, card: Card, parameters: Parameters) -> tuple[MachineWarning, ...]:
    """In the order of the table above; none for a server that is only rented: it stands elsewhere."""
    if server.site is None:
        return ()
    return (
        *_power_supplies(server.site, parameters),
        *_host_memory(server, card, parameters),
        *_lanes(server, parameters),
        *_cooling(server.site, parameters),
        *_weight(server.site),
        *_noise(server, server.site, parameters),
    )


def _power_supplies(site: ServerSite, parameters: Parameters) -> Iterator[MachineWarning]:
    entry = parameters["psu_headroom"]
    factor, base, rating = float(entry.typical), float(site.typical_power_w), site.psu_rating_w
    if rating is None or rating < factor * base:
        yield MachineWarning(
            rule="psu", finding="ask" if rating is None else "short", factor=factor, base=base, needed=factor * base,
            available=rating, unit="W", source=entry.spec.source,
        )  # fmt: skip


def _host_memory(server: Server, card: Card, parameters: Parameters) -> Iterator[MachineWarning]:
    """Not judged where cards and processors share one pool (0), or the card's memory is not known."""
    if card.facts is None or server.host_memory_bytes == 0:
        return
    entry, there = parameters["host_memory_share"], server.host_memory_bytes
    factor, base = float(entry.typical), float(card.facts.memory_bytes * server.cards)
    if there is None or there < factor * base:
        yield MachineWarning(
            rule="host_memory", finding="unknown" if there is None else "short", factor=factor, base=base,
            needed=factor * base, available=there, unit="B", source=entry.spec.source,
        )  # fmt: skip


def _lanes(server: Server, parameters: Parameters) -> Iterator[MachineWarning]:
    """Not judged where the processors are not known. Fewer lanes: cards share them behind switches, or run at x8."""
    entry, offered = parameters["pcie_lanes_per_card"], cpu_lanes(server.cpu)
    factor = float(entry.typical)
    if offered is not None and offered.lanes < factor * server.cards:
        yield MachineWarning(
            rule="pcie_lanes", finding="short", factor=factor, base=server.cards, needed=factor * server.cards,
            available=offered.lanes, unit="lanes", source=offered.source,
        )  # fmt: skip


def _cooling(site: ServerSite, parameters: Parameters) -> Iterator[MachineWarning]:
    if site.cooling == "air" and (warning := air_cooling(1, site.max_power_w, parameters)):
        yield warning


def air_cooling(servers: int, max_power_w: int, parameters: Parameters) -> MachineWarning | None:
    """Air-cooled servers that stand in one rack draw more than air carries away from it."""
    entry = parameters["air_rack_power"]
    limit = float(entry.typical) * WATTS_PER_KW
    if servers * max_power_w <= limit:
        return None
    return MachineWarning(
        rule="cooling", finding="short", factor=servers, base=max_power_w, needed=servers * max_power_w,
        available=limit, unit="W", source=entry.spec.source,
    )  # fmt: skip


def _weight(site: ServerSite) -> Iterator[MachineWarning]:
    """A tower stands on the floor or a desk: only what goes into a racked room is asked for."""
    if site.form != "tower" and site.weight_kg is None:
        yield MachineWarning(
            rule="weight", finding="unknown", factor=1, base=0, needed=0, available=None, unit="kg",
            source=NOT_STATED,
        )  # fmt: skip


def _noise(server: Server, site: ServerSite, parameters: Parameters) -> Iterator[MachineWarning]:
    entry = parameters["quiet_tower_cards"]
    if site.form == "tower" and server.cards > entry.typical:
        yield MachineWarning(
            rule="noise", finding="short", factor=1, base=server.cards, needed=server.cards,
            available=float(entry.typical), unit="cards", source=entry.spec.source,
        )  # fmt: skip
