"""Network of a plan: switches, optics and cards between servers."""

from collections.abc import Sequence

from optimizer.instance.instance import Decision
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared
from optimizer.plan.money import Network
from optimizer.verify.network import network_parts


def network_of(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> Network | None:
    """None where no group spans several servers."""
    network = prepared.network
    if network is None or not any(decision.switches):
        return None
    parts = network_parts(prepared, decision, placed)
    leaves, spines = decision.switches
    return Network(
        kind=network.kind,
        ports=parts.ports,
        nics_added=parts.nics,
        nic_price=network.nic_price,
        leaf_switches=leaves,
        spine_switches=spines,
        switch_price=network.switch_price,
        switch_power_w=network.switch_power_w,
        optics=2 * parts.links,
        optic_price=network.optic_price,
        pue=network.pue,
        price_per_kwh=network.price_per_kwh,
    )
