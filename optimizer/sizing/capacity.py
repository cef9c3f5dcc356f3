"""A tender's own unit: every server counts with its nominal peak, its cards or itself; nothing is sized."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from optimizer.sizing.option import Option
from optimizer.sizing.planned_rate import Miss

if TYPE_CHECKING:
    from optimizer.inputs.catalog import CardFacts, Server
    from optimizer.inputs.workload import CapacityWorkload

FLOPS_PER_PFLOPS = 10**15


def peaks(facts: CardFacts) -> dict[str, int]:
    """Dense peaks of a card by precision, FLOP/s (operations/s for int8); only those it has."""
    rates = {
        "bf16": facts.bf16_flops, "fp16": facts.fp16_flops, "fp8": facts.fp8_flops, "int8": facts.int8_ops,
        "fp4": facts.fp4_flops,
    }  # fmt: skip
    return {precision: rate for precision, rate in rates.items() if rate}


def capacity_options(facts: CardFacts | None, workload: CapacityWorkload, server: Server) -> tuple[Option, ...] | Miss:
    """The whole server as one option; a miss where pflops are asked in a precision that the chip lacks."""
    demand = workload.demand
    capacity, note = Fraction(server.cards if demand.unit == "cards" else 1), f"counted in {demand.unit}, not sized"
    if demand.unit == "pflops":
        if facts is None:
            return Miss("card", f"dense {demand.precision} peak", "none", "", 1)
        known = peaks(facts)
        if demand.precision not in known:
            return Miss("precision", demand.precision, ", ".join(known) or "none", "", 1)
        capacity = Fraction(server.cards * known[demand.precision], FLOPS_PER_PFLOPS)
        note = f"nominal dense {demand.precision} peak, not sized"
    option = Option(
        workload=workload.name,
        server=server.id,
        origin="modelled",
        layout=None,
        devices=server.cards * (facts.devices if facts else 1),
        unit=demand.unit,
        point_capacity=capacity,
        band=None,
        quantile=None,
        capacity=capacity,
        notes=(note,),
    )
    return (option,)
