"""Card-to-card links: latency per collective and usable bandwidth of a group of devices.

Links belong to the server: `scale_up_link` and `scale_up_domain_cards` of the offer decide. A group larger than the
domain, or an offer without a link, runs over the host link with PCIe latency.
Source: docs/throughput.md §2 (link class) and §3 (values).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from optimizer.sizing.fitted import FITTED

if TYPE_CHECKING:
    from optimizer.inputs.catalog import CardFacts, Server
    from optimizer.inputs.requirements import Fabric

LinkClass = Literal["nvlink", "mesh", "pcie"]
TAU_LINK_S: dict[LinkClass, float] = {kind: FITTED[f"tau_link.{kind}"] for kind in ("nvlink", "mesh", "pcie")}


@dataclass(frozen=True, slots=True)
class Link:
    """One device's share of a link."""

    kind: LinkClass
    bytes_per_s: float
    """Per direction, nominal; × η_link is used."""

    @property
    def tau_s(self) -> float:
        """Latency of one collective, s."""
        return TAU_LINK_S[self.kind]


def link_class(scale_up_link: str) -> LinkClass:
    """Class of a link by the name the server lists."""
    name = scale_up_link.strip().lower()
    if name in ("", "none") or name.startswith(("none ", "none(", "connectx", "pcie")):
        return "pcie"
    return "nvlink" if "nvlink" in name else "mesh"


def fabric_link(facts: CardFacts, fabric_bytes_per_s: float) -> Link:
    """The link of a group that spans servers: the fabric's rate, and the latency of a group beyond its domain."""
    return Link("pcie", fabric_bytes_per_s / facts.devices)


def link_of(facts: CardFacts, scale_up_link: str, domain_cards: int, group_devices: int) -> Link:
    """The link that a group of devices of one server runs over."""
    kind = link_class(scale_up_link)
    inside = group_devices <= domain_cards * facts.devices
    if kind == "pcie" or not inside or not facts.scale_up_bytes_per_s:
        return Link("pcie", facts.host_link_bytes_per_s / 2 / facts.devices)
    return Link(kind, facts.scale_up_bytes_per_s / 2 / facts.devices)


def fabric_bytes_per_s(fabric: Fabric | None, server: Server) -> float | None:
    """One direction between servers, per card: the slower of the server's NICs and the site's fabric.

    Servers that list no NIC are taken at the fabric's rate (NICs come with the network); None without a fabric.
    """
    if fabric is None:
        return None
    site = fabric.gbps_per_card * 1e9 / 8
    nic = server.scale_out_bits_per_s_per_card
    return min(site, nic / 8) if nic else site
