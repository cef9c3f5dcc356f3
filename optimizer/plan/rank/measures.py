"""What a card measures in each dimension, from its catalog facts.

compute       dense peak in the chosen number format [FLOP/s, operations/s for int8], only where the card's
              software stack serves weights in that format
memory        memory_bytes
bandwidth     memory_bandwidth_bytes_per_s
interconnect  scale_up_bytes_per_s; host_link_bytes_per_s where there is no such link or its rate is unknown
efficiency    compute / TDP [FLOP/s per W], times NO_ECC_FACTOR where the memory is not known to have ECC

A card without a fact, or without the format, has no amount there: it scores 0 and says why.
"""

from fractions import Fraction
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card, Ecosystem
from optimizer.plan.rank.scores import DIMENSIONS, Dimension
from optimizer.sizing.capacity import peaks
from optimizer.sizing.precision import serves_weights

Precision = Literal["bf16", "fp16", "fp8", "int8", "fp4"]
WEIGHT_FORMS: dict[Precision, tuple[str, ...]] = {
    "bf16": ("bf16",),
    "fp16": ("fp16",),
    "fp8": ("fp8",),
    "int8": ("int8", "w8a8"),
    "fp4": ("nvfp4", "mxfp4"),
}
"""Weight formats that run at the chip's rate of a number format; a stack serves it when it serves one of them."""
NO_ECC_FACTOR = Fraction(1, 2)
"""Stability: memory without error correction counts half. A convention of this ladder, not a measurement."""

Missing = Literal["unknown", "no_rate", "not_served"]
"""unknown: the catalog lacks the fact. no_rate: the chip lacks the format, or no source states its rate. not_served:
the chip has it, the software stack does not serve it."""


class Measures(Frozen):
    """One card in the catalog's units."""

    amounts: dict[Dimension, Fraction | None]
    """What the score compares; None scores 0."""
    missing: dict[Dimension, Missing]
    """Why an amount is None."""
    flops_per_w: Fraction | None
    """Compute / TDP, ECC not counted."""
    link: Literal["scale_up", "host"] | None


def measures(card: Card, ecosystem: Ecosystem, precision: Precision) -> Measures:
    """Amounts of a card; a fact that is not there is None and says why."""
    facts = card.facts
    if facts is None:
        return Measures(
            amounts=dict.fromkeys(DIMENSIONS), missing=dict.fromkeys(DIMENSIONS, "unknown"), flops_per_w=None, link=None
        )
    rate = peaks(facts).get(precision)
    forms = WEIGHT_FORMS[precision]
    served = any(serves_weights(card, ecosystem, ecosystem.engine_class, form) for form in forms)
    missing: Missing | None = "no_rate" if rate is None else None if served else "not_served"
    compute = Fraction(rate) if rate is not None and served else None
    per_w = None if compute is None else compute / facts.tdp_w
    stability = 1 if card.ecc == "yes" else NO_ECC_FACTOR
    return Measures(
        amounts={
            "compute": compute,
            "memory": Fraction(facts.memory_bytes),
            "bandwidth": Fraction(facts.memory_bandwidth_bytes_per_s),
            "interconnect": Fraction(facts.scale_up_bytes_per_s or facts.host_link_bytes_per_s),
            "efficiency": None if per_w is None else per_w * stability,
        },
        missing={} if missing is None else {"compute": missing, "efficiency": missing},
        flops_per_w=per_w,
        link="scale_up" if facts.scale_up_bytes_per_s else "host",
    )
