"""PCIe lanes that the processors of a server offer, read from its `cpu` text where that names one family.

Lanes per socket; for two sockets the least that boards route (EPYC 7002 and later offer 128 to 160 in pairs). Sources:
servethehome.com "PCIe Lanes and Bandwidth Increase Over a Decade for Intel Xeon and AMD EPYC" (EPYC, Xeon of the 4th
generation); the others from memory, as the product pages of AMD, Intel and Huawei print them. A text that names no
family here, or a choice one side of which is unknown ("2x Intel Xeon / AMD EPYC"), is not judged.
"""

import re
from typing import NamedTuple


class Family(NamedTuple):
    """Processors with the same lanes."""

    pattern: re.Pattern[str]
    lanes: int
    """Of one socket."""
    pair: int
    """Of two sockets."""
    source: str


def _family(pattern: str, lanes: int, source: str, pair: int | None = None) -> Family:
    return Family(re.compile(pattern, re.IGNORECASE), lanes, 2 * lanes if pair is None else pair, source)


DECADE = "servethehome.com, PCIe lanes over a decade (2023)"
FAMILIES = (
    _family(r"EPYC (7\w{2}[23]|7xx[23](/7xx[23])?|9\w{2}[45]F?)\b", 128, DECADE, pair=128),
    _family(r"Xeon (Platinum |Gold )?[68]4\d{2}[A-Z+]*(?!\w)|Xeon 4th gen", 80, DECADE),
    _family(
        r"Xeon (Platinum |Gold )?[68]5\d{2}[A-Z+]*(?!\w)",
        80,
        "recall, unverified (Intel product pages): 5th generation, 80 lanes",
    ),
    _family(r"Xeon (Platinum )?8380\b", 64, "recall, unverified (Intel product pages): 3rd generation, 64 lanes"),
    _family(r"Xeon 67\d{2}P\b|Xeon 6$", 88, "recall, unverified (Intel product pages): Xeon 6 6700P, 88 lanes"),
    _family(r"Threadripper PRO", 128, "recall, unverified (AMD product pages): Threadripper PRO, 128 lanes"),
    _family(r"Threadripper", 48, "recall, unverified (AMD product pages): Threadripper 7000, 48 lanes of PCIe 5.0"),
    _family(r"Xeon W", 64, "recall, unverified (Intel product pages): Xeon W-2400, 64 lanes (W-3400: 112)"),
    _family(r"Kunpeng 920", 40, "recall, unverified (Huawei product pages): Kunpeng 920, 40 lanes"),
    _family(
        r"desktop CPU", 20, "recall, unverified (Intel product pages): Core of the 12th to 14th generation, 20 lanes"
    ),
)
COUNT = re.compile(r"^(\d+)\s*x\s*(.+)$")
REMARK = re.compile(r"\s*\([^)]*\)|\s+class$")


class Lanes(NamedTuple):
    """What the processors offer together."""

    lanes: int
    source: str


def cpu_lanes(cpu: str) -> Lanes | None:
    """Lanes of all sockets; of several families named as a choice, those of the one with fewest. None: not known.

    >>> cpu_lanes("2x Intel Xeon 8480+").lanes, cpu_lanes("1x Threadripper PRO / Xeon W").lanes, cpu_lanes("2 x x86")
    (160, 64, None)
    """
    found = COUNT.match(REMARK.sub("", cpu.strip()))
    if found is None:
        return None
    sockets = int(found[1])
    offered = [_offered(name.strip(), sockets) for name in re.split(r"\s/\s|\sor\s", found[2])]
    known = [lanes for lanes in offered if lanes is not None]
    return min(known) if known and len(known) == len(offered) else None


def _offered(name: str, sockets: int) -> Lanes | None:
    for family in FAMILIES:
        if family.pattern.search(name):
            pairs, single = divmod(sockets, 2)
            return Lanes(pairs * family.pair + single * family.lanes, family.source)
    return None
