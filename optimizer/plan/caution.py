"""What to look at before ordering, as data; words: `report/caution_words.py`."""

from typing import Literal

from optimizer.frozen import Frozen
from optimizer.sizing.machine import Finding, MachineRule


class Caution(Frozen):
    """One remark on a server that stands on site, or on the site: needed = factor × base, against what there is.

    Of a group of servers (`plan/training_cautions.py`) factor is their number, and needed = base / factor.
    """

    rule: MachineRule | Literal["ups", "storage", "fabric_ports", "storage_link", "snapshot"]
    finding: Finding | Literal["unchecked", "liquid", "office"]
    """As in `sizing/machine.py`; `unchecked`: a limit of the file that an unknown number is not held to; `liquid`,
    `office`: a machine of a class that the site is not made for."""
    server: str = ""
    """Id; empty for the site."""
    server_name: str = ""
    place: str = ""
    """Rack group, where the remark is about one."""
    factor: float
    base: float
    needed: float
    available: float | None
    """None: not known."""
    unit: str
    """Of base, needed and available."""
    source: str
