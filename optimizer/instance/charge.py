"""How many cards a demand takes on a server type, layout by layout.

A replica of t ≤ K devices is charged K/⌊K/t⌋ devices (K devices in a server: what it leaves unusable is its own cost),
a larger one whole servers. Whole replicas: ⌈demand / capacity⌉; services that share cards take their exact fraction.
"""

import math
from fractions import Fraction

from optimizer.sizing.option import Option


def cards_per_replica(devices: int, cards_per_server: int, devices_per_card: int) -> Fraction:
    """Cards charged for one replica of `devices` devices.

    >>> cards_per_replica(2, 8, 1), cards_per_replica(3, 8, 1), cards_per_replica(16, 8, 1)
    (Fraction(2, 1), Fraction(4, 1), Fraction(16, 1))
    """
    per_server = cards_per_server * devices_per_card
    if devices > per_server:
        return Fraction(-(-devices // per_server) * cards_per_server)
    return Fraction(cards_per_server, per_server // devices)


def capacity_at(option: Option, quantile: str | None) -> Fraction:
    """One replica's capacity at a quantile of its band; None = the option's own rule. Measured ones are not scaled."""
    if quantile is None or option.band is None:
        return option.capacity
    return option.point_capacity * Fraction(str(option.band.p10 if quantile == "p10" else option.band.p50))


def replicas_for(demand: Fraction, capacity: Fraction, *, fractional: bool) -> Fraction:
    """Replicas that carry a demand: a whole number unless the workload may use a part of one."""
    share = demand / capacity
    return share if fractional else Fraction(-(-share.numerator // share.denominator))


def servers_alone(replicas: Fraction, devices: int, cards_per_server: int, devices_per_card: int) -> int:
    """Servers that hold so many replicas and nothing else; a part of a replica needs the room of a whole one.

    >>> servers_alone(Fraction(5, 2), 4, 8, 1), servers_alone(Fraction(3, 10), 16, 8, 1)
    (2, 2)
    """
    count, per_server = math.ceil(replicas), cards_per_server * devices_per_card
    if devices > per_server:
        return count * math.ceil(Fraction(devices, per_server))
    return math.ceil(Fraction(count, per_server // devices))
