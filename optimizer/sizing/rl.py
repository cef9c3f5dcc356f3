"""Reinforcement-learning jobs: a named efficiency per ecosystem in place of the training model.

The efficiency is the model FLOPs utilisation of the card's 16-bit peak over the whole loop: generation, rewards and
updates in turns on the same cards. It comes from the request (`rl.efficiency`), else from the cost parameter
`rl_efficiency_<ecosystem>` (`…_moe` for mixtures of experts); without either the server is rejected. Of a parameter,
low is planned at p10 and where the rule is `auto` (no row stands behind it), typical at p50.

Memory is that of the policy's training states; the generation engine and a reference model take turns with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from optimizer.sizing.finetune import finetune_options
from optimizer.sizing.links import link_class
from optimizer.sizing.option import Band, Option
from optimizer.sizing.planned_rate import Miss
from optimizer.units import exact

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import FinetuneWorkload

OWN_MFU = "speed by the request's own MFU"
"""How the note on a stated MFU begins: here the MFU stands for the loop."""
TAKES_TURNS = "memory: training states of the policy; generation and reference model take turns with them"
LINKED_ONLY = "every published RL rate is of cards with a scale-up link, this offer has none"
NO_EFFICIENCY = "an efficiency of RL on this ecosystem (rl.efficiency)"


class Efficiency(NamedTuple):
    """Of the whole loop on one ecosystem."""

    low: float
    typical: float
    high: float
    source: str


def job_options(request: Request, workload: FinetuneWorkload, server: Server) -> tuple[Option, ...] | Miss:
    """Gangs for fine-tuning jobs, by the training model or, for reinforcement learning, by the named efficiency."""
    if workload.rl is None:
        return finetune_options(request, workload, server)
    ecosystem = request.catalog.cards[server.card].ecosystem
    named = efficiency_on(request, workload, ecosystem)
    if named is None:
        return Miss("engine", NO_EFFICIENCY, "none", "", 1)
    rule = request.requirements.sizing.quantile
    quantile: Literal["p10", "p50"] = "p50" if rule == "p50" or named.low == named.high else "p10"
    planned = named.low if quantile == "p10" else named.typical
    found = finetune_options(request, workload.model_copy(update={"mfu": planned}), server)
    if isinstance(found, Miss):
        return found
    unlinked = link_class(server.scale_up_link) == "pcie"
    return tuple(_option(option, ecosystem, named, planned, quantile, unlinked=unlinked) for option in found)


def efficiency_on(request: Request, workload: FinetuneWorkload, ecosystem: str) -> Efficiency | None:
    """The asker's own, else the catalog's; None where nobody names one."""
    if workload.rl is not None and ecosystem in workload.rl.efficiency:
        own = workload.rl.efficiency[ecosystem]
        return Efficiency(own, own, own, workload.rl.source or "the requirements file")
    suffix = "_moe" if request.catalog.models[workload.model].is_moe else ""
    entry = request.catalog.parameters.get(f"rl_efficiency_{ecosystem}{suffix}")
    if entry is None:
        return None
    return Efficiency(float(entry.low), float(entry.typical), float(entry.high), f"parameter {entry.id}")


def _option(
    option: Option,
    ecosystem: str,
    named: Efficiency,
    planned: float,
    quantile: Literal["p10", "p50"],
    *,
    unlinked: bool,
) -> Option:
    """The option with the efficiency's range as its band."""
    own = named.low == named.high
    said = [f"RL loop at {planned:g} of the 16-bit peak on {ecosystem} ({named.source})", TAKES_TURNS]
    said += [LINKED_ONLY] if unlinked and not own else []
    low, typical, high = exact(named.low), exact(named.typical), exact(named.high)
    notes = (note for note in option.notes if not note.startswith(OWN_MFU))
    return option.model_copy(
        update={
            "point_capacity": option.capacity * typical / exact(planned),
            "band": Band(p10=float(low / typical), p50=1, p90=float(high / typical), source=named.source),
            "quantile": quantile,
            "mfu": named.typical,
            "notes": (*said, *notes),
        }
    )
