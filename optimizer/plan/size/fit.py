"""What a search over layouts finds: a layout on given cards, or why there is none."""

from dataclasses import dataclass
from fractions import Fraction

from optimizer.plan.size.machine import Machine
from optimizer.sizing.attempts import Bench
from optimizer.sizing.layouts import Sized, Split
from optimizer.sizing.option import Option, Rejection


@dataclass(frozen=True, slots=True)
class Fit:
    """A layout that passes every check of its own, on the cards of a machine."""

    bench: Bench
    sized: Sized
    option: Option
    replicas: int
    """Whole replicas that the cards hold."""

    @property
    def capacity(self) -> Fraction:
        """What all replicas count for, in the unit of the option."""
        return self.option.capacity * self.replicas


@dataclass(frozen=True, slots=True)
class Refused:
    """Why no layout serves."""

    rejection: Rejection
    bench: Bench | None = None
    """None where card, engine or number formats already rule it out."""
    precision: str | None = None
    split: Split | None = None
    """The layout that came nearest, whose memory can be shown."""


def replicas_on(machine: Machine, bench: Bench, split: Split) -> int:
    """Whole replicas on the cards: inside each server, or over several."""
    if split.devices <= bench.devices:
        return machine.servers * (bench.devices // split.devices)
    return machine.servers // -(-split.devices // bench.devices)
