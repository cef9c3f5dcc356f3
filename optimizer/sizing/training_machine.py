"""One device of a gang in training, and the links that join it to the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.links import link_class
from optimizer.sizing.training_families import efficiency_name, reference_flops

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts
    from optimizer.sizing.training_fitted import Parameters


@dataclass(frozen=True, slots=True)
class TrainingMachine:
    """Rates of one device (a die as the software sees it)."""

    efficiency: str
    """Name of η: `ampere`, `hopper`, …, `no_data`, `no_data_domestic`."""
    flops: float
    """F: 16-bit dense peak that η refers to, FLOP/s."""
    memory_bytes: float
    """M"""
    bandwidth_bytes_per_s: float
    """W"""
    inside_bytes_per_s: float | None
    """Scale-up link, one direction; None = none: the host link."""
    host_bytes_per_s: float
    """Host link (PCIe), one direction."""
    outside_bytes_per_s: float
    """Between nodes, one direction, per device."""
    node_devices: int
    """Devices that share the scale-up link, or one host where there is none."""

    @property
    def is_linked(self) -> bool:
        return self.inside_bytes_per_s is not None

    def inside(self, fitted: Parameters) -> float:
        """β_in, bytes/s."""
        if self.inside_bytes_per_s is None:
            return self.host(fitted)
        return fitted["link.in"] * self.inside_bytes_per_s

    def host(self, fitted: Parameters) -> float:
        """β over the host link, bytes/s."""
        return fitted["link.pcie"] * self.host_bytes_per_s

    def outside(self, fitted: Parameters) -> float:
        """β_out, bytes/s; never faster than inside."""
        return min(fitted["link.out"] * self.outside_bytes_per_s, self.inside(fitted))


def inside_rate(facts: CardFacts, scale_up_link: str) -> float | None:
    """The scale-up link of one device, one direction, bytes/s; None = PCIe."""
    if link_class(scale_up_link) == "pcie" or not facts.scale_up_bytes_per_s:
        return None
    return facts.scale_up_bytes_per_s / 2 / facts.devices


def machine_of(
    card: Card, precision: str, *, inside_bytes_per_s: float | None, outside_bytes_per_s: float, node_devices: int
) -> TrainingMachine:
    """A card's device with its links. ValueError for a card without facts."""
    facts = card.facts
    if facts is None:
        raise ValueError(f"{card.id}: no facts")
    return TrainingMachine(
        efficiency=efficiency_name(card),
        flops=reference_flops(card, facts, precision),
        memory_bytes=facts.memory_bytes / facts.devices,
        bandwidth_bytes_per_s=facts.memory_bandwidth_bytes_per_s / facts.devices,
        inside_bytes_per_s=inside_bytes_per_s,
        host_bytes_per_s=facts.host_link_bytes_per_s / 2 / facts.devices,
        outside_bytes_per_s=outside_bytes_per_s,
        node_devices=node_devices,
    )
