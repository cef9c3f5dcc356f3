"""The same request under another rule: capacities at p10 and at p50, and weights in 16 bit."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from optimizer.inputs.request import Request
from optimizer.inputs.workload import FinetuneWorkload, InferenceWorkload, PretrainWorkload
from optimizer.instance.build import build_instance
from optimizer.instance.placed import Placed
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.plan.conflict import without_server
from optimizer.plan.packed import solve_packed
from optimizer.plan.plan import Variant
from optimizer.plan.progress import Progress
from optimizer.sizing.precision import BITS
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from optimizer.units import by_year

if TYPE_CHECKING:
    from decimal import Decimal

Kind = Literal["p10", "p50", "sixteen_bit"]
SIXTEEN_BIT = ("bf16", "fp16")


def solved_variants(
    prepared: Prepared, outcome: Outcome, placed: Sequence[Placed], settings: Settings, progress: Progress
) -> tuple[Variant, ...]:
    """p10 and p50 where any capacity is modelled; 16 bit where weights are served below the checkpoint's precision."""
    made = []
    chosen = frozenset(outcome.decision.offers()) if outcome.decision else frozenset()
    if any(p.option.band is not None for p in placed):
        quantiles: tuple[Literal["p10", "p50"], ...] = ("p10", "p50")
        for quantile in quantiles:
            progress(f"comparing {quantile}")
            made.append(_solved(quantile, *_at_quantile(prepared, quantile), chosen, settings))
    if below_checkpoint(prepared, placed):
        progress("comparing 16 bit")
        sixteen = prepare(_in_sixteen_bit(prepared.request))
        made.append(_solved("sixteen_bit", sixteen, None, chosen, settings))
    return tuple(made)


def _at_quantile(prepared: Prepared, quantile: Literal["p10", "p50"]) -> tuple[Prepared, str | None]:
    """With the quantile that is still to be applied to capacities.

    Training is sized anew: its gangs have to end in time at the quantile, and a run's capacity is 1 at any.
    """
    requirements = prepared.request.requirements
    if not any(isinstance(workload, PretrainWorkload | FinetuneWorkload) for workload in requirements.workloads):
        return prepared, quantile
    sizing = requirements.sizing.model_copy(update={"quantile": quantile})
    changed = requirements.model_copy(update={"sizing": sizing})
    return prepare(prepared.request.model_copy(update={"requirements": changed})), None


def below_checkpoint(prepared: Prepared, placed: Sequence[Placed]) -> tuple[str, ...]:
    """Workloads served with fewer bits per weight than their checkpoint has."""
    names = []
    for index, workload in enumerate(prepared.request.requirements.workloads):
        if not isinstance(workload, InferenceWorkload):
            continue
        native = BITS[prepared.request.catalog.models[workload.model].native_precision]
        layouts = [p.option.layout for p in placed if p.workload == index]
        if any(layout is not None and BITS[layout.weight_precision] < native for layout in layouts):
            names.append(workload.name)
    return tuple(names)


def _in_sixteen_bit(request: Request) -> Request:
    """The request with 16-bit weights for every model whose checkpoint has 16 bits or more."""
    workloads = []
    for workload in request.requirements.workloads:
        if isinstance(workload, InferenceWorkload):
            native = request.catalog.models[workload.model].native_precision
            if BITS[native] >= 16:
                workload = workload.model_copy(update={"weight_precision": SIXTEEN_BIT})
        workloads.append(workload)
    requirements = request.requirements.model_copy(update={"workloads": tuple(workloads)})
    return request.model_copy(update={"requirements": requirements})


def _solved(
    kind: Kind, prepared: Prepared, quantile: str | None, chosen: frozenset[str], settings: Settings
) -> Variant:
    if without_server(prepared):
        return Variant(kind=kind, status="infeasible", tco_npv=None, gap=None, purchases=(), same_servers=False)
    instance = build_instance(prepared, quantile)
    outcome, verified = solve_packed(prepared, instance, settings, quantile, ties=False)
    tco: Decimal | None = None
    purchases: tuple[str, ...] = ()
    if outcome.decision is not None and verified is not None:
        tco = verified.tco
        purchases = tuple(
            f"{by_year(counts)} × {prepared.offer(offer).server.name or offer}"
            for offer, counts in sorted(outcome.decision.counts.items())
        )
    return Variant(
        kind=kind,
        status=outcome.status,
        tco_npv=tco,
        gap=outcome.gap,
        purchases=purchases,
        same_servers=outcome.decision is not None and frozenset(outcome.decision.offers()) == chosen,
    )
