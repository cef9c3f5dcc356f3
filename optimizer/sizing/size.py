"""Entry point of sizing: every way one workload can run on one server."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from optimizer.sizing.attempts import (
    IN_FLIGHT,
    Bench,
    ask_of,
    attempts,
    fabric_miss,
    joins_servers,
    unit_of,
    wide_attempts,
)
from optimizer.sizing.calibrate import calibration, narrowed
from optimizer.sizing.calibrate import notes as calibration_notes
from optimizer.sizing.capacity import capacity_options
from optimizer.sizing.ecc import measured_miss, with_ecc_rule
from optimizer.sizing.engines import ENGINES, class_of, serves_engine
from optimizer.sizing.evidence import has_evidence
from optimizer.sizing.families import NO_DATA, NO_DATA_DOMESTIC, band_of
from optimizer.sizing.heads import heads_miss
from optimizer.sizing.layouts import Sized, undominated
from optimizer.sizing.links import fabric_bytes_per_s, link_class
from optimizer.sizing.measured import measured_options
from optimizer.sizing.option import Band, Layout, Option, Rejection, modelled_capacity
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.precision import (
    BYTES_PER_WEIGHT,
    KV_BYTES,
    cache_format,
    candidates,
    is_below_checkpoint,
    serves_cache,
    serves_weights,
)
from optimizer.sizing.pretrain import pretrain_options
from optimizer.sizing.rl import job_options
from optimizer.sizing.shape import shape_of

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, Ecosystem, LanguageModel, Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import InferenceWorkload, Workload
    from optimizer.sizing.calibrated import Calibration

_STAGES = {"card": 0, "engine": 1, "precision": 2, "memory": 3, "heads": 3, "fabric": 4, "context": 5}
"""Checks in order; latency limits come after all of them."""
_LATENCY_STAGE = 6
MORE_SERVERS_HELP = ("memory", "heads", "context")
"""Limits that a replica over several servers may meet; tensor groups do not grow, so latency is not among them."""


def size(request: Request, workload: Workload, server: Server) -> tuple[Option, ...] | Rejection:
    """Options of one (workload, server) pair, dominated layouts removed, or the rejection nearest to fitting.

    Measured rows (short form) replace the model. Policy, place, price and availability are not looked at here.
    """
    measured = measured_options(request, workload, server)
    if measured is not None:
        too_long = None if isinstance(measured, Rejection) else measured_miss(request, workload, server)
        return measured if too_long is None else rejection_of(workload, server, too_long)
    found = _modelled(request, workload, server)
    return rejection_of(workload, server, found) if isinstance(found, Miss) else found


def _modelled(request: Request, workload: Workload, server: Server) -> tuple[Option, ...] | Miss:
    match workload.kind:
        case "service":
            return Miss("engine", "a measured capacity (measurements:)", "none", "", 1)
        case "capacity":
            return capacity_options(request.catalog.cards[server.card].facts, workload, server)
        case "pretrain":
            return with_ecc_rule(request, workload, server, pretrain_options)
        case "finetune":
            return with_ecc_rule(request, workload, server, job_options)
        case "inference":
            return _inference(request, workload, server)


def _inference(request: Request, workload: InferenceWorkload, server: Server) -> tuple[Option, ...] | Miss:
    prepared = prepare(request, workload, server)
    if isinstance(prepared, Miss):
        return prepared
    bench, precisions = prepared
    sized, misses = attempts(bench, precisions)
    if sized:
        return options_of(request, bench, sized)
    nearest = nearest_miss(misses)
    if nearest.limit == "memory":
        nearest = heads_miss(bench, precisions) or nearest
    if nearest.limit not in MORE_SERVERS_HELP or not joins_servers(bench):
        return nearest
    if bench.fabric_bytes_per_s is None:
        missing = fabric_miss(bench, precisions) if nearest.limit == "memory" else None
        return missing or nearest
    sized, wide_misses = wide_attempts(bench, precisions)
    return options_of(request, bench, sized) if sized else nearest_miss([nearest, *wide_misses])


def nearest_miss(misses: list[Miss]) -> Miss:
    """The miss that came furthest through the checks, and of those the narrowest."""
    return max(misses, key=lambda m: (_STAGES.get(m.limit, _LATENCY_STAGE), -m.ratio))


def rejection_of(workload: Workload, server: Server, miss: Miss) -> Rejection:
    """A miss as plans list it."""
    return Rejection(
        workload=workload.name,
        server=server.id,
        limit=miss.limit,
        needed=miss.needed,
        available=miss.available,
        unit=miss.unit,
    )


def prepare(request: Request, workload: InferenceWorkload, server: Server) -> tuple[Bench, tuple[str, ...]] | Miss:
    """Card, engine, model class and number formats, in the order they can fail."""
    card = request.catalog.cards[server.card]
    ecosystem = request.catalog.ecosystems[card.ecosystem]
    model = request.catalog.models[workload.model]
    if card.facts is None:
        return Miss("card", "card facts (memory, bandwidth, rates, link)", "none", "", 1)
    if workload.engine is not None and not serves_engine(ecosystem, workload.engine):
        return Miss("engine", workload.engine, ", ".join(ecosystem.engines), "", 1)
    if card.facts.model_classes == "dense" and (model.is_moe or model.attention == "MLA"):
        return Miss("engine", "MoE" if model.is_moe else "MLA", "dense models only", "", 1)
    engine = ENGINES[class_of(ecosystem, workload.engine)]
    precisions = candidates(card, ecosystem, engine.id, model.native_precision, workload.weight_precision)
    if miss := _format_miss(card, ecosystem, engine.id, workload, precisions):
        return miss
    if workload.max_context_tokens > model.max_context_tokens:
        needed, available = workload.max_context_tokens, model.max_context_tokens
        return Miss("context", needed, available, "tokens", needed / available)
    bench = Bench(
        workload=workload,
        shape=shape_of(model),
        card=card,
        facts=card.facts,
        server=server,
        engine=engine,
        kv_precision=cache_format(card.facts, workload.kv_precision),
        ask=ask_of(workload, request.requirements.sizing.load_limit),
        fabric_bytes_per_s=fabric_bytes_per_s(request.requirements.site.fabric, server),
        calibration=_calibration(request, workload, card, engine.id),
    )
    return bench, precisions


def _format_miss(
    card: Card, ecosystem: Ecosystem, engine_class: str, workload: InferenceWorkload, precisions: tuple[str, ...]
) -> Miss | None:
    served = [p for p in BYTES_PER_WEIGHT if serves_weights(card, ecosystem, engine_class, p)]
    if not precisions:
        wanted = ", ".join(workload.weight_precision or ("16-bit or 8-bit weights",))
        return Miss("precision", wanted, ", ".join(served) or "none", "", 1)
    if not serves_cache(card, ecosystem, workload.kv_precision):
        caches = [p for p in KV_BYTES if serves_cache(card, ecosystem, p)]
        return Miss("precision", f"{workload.kv_precision} cache", ", ".join(caches) or "none", "", 1)
    return None


def options_of(request: Request, bench: Bench, sized: list[Sized]) -> tuple[Option, ...]:
    """Options of the layouts that are worth keeping, best first."""
    band = None if bench.ask is None else band_of(bench.card, bench.engine.id, bench.ask.mean_context)
    if band is not None and bench.calibration is not None:
        band = narrowed(band, bench.calibration, bench.card, bench.engine.id)
    said = () if bench.ask is None else calibration_notes(request, bench.card, bench.engine.id, bench.calibration)
    quantile = _quantile(request, bench)
    model = request.catalog.models[bench.workload.model]
    room = max(bench.devices, *(s.split.devices for s in sized))
    found = (_option(bench, model, s, band, quantile) for s in undominated(sized, room))
    return tuple(o.model_copy(update={"notes": (*said, *o.notes)}) for o in found) if said else tuple(found)


def _quantile(request: Request, bench: Bench) -> Literal["p10", "p50"]:
    rule = request.requirements.sizing.quantile
    if rule != "auto":
        return rule
    own = len(bench.calibration.runs) if bench.calibration and bench.calibration.same_model else 0
    known = has_evidence(request.measured_rows, bench.card, bench.engine.id, own)
    return "p50" if known else "p10"


def _calibration(request: Request, workload: InferenceWorkload, card: Card, engine_class: str) -> Calibration | None:
    """None for `traffic: fit`: no speed is planned there."""
    if workload.traffic == "fit" or not request.runs:
        return None
    known = has_evidence(request.measured_rows, card, engine_class)
    return calibration(request, card, engine_class, workload.model, has_evidence=known)


def _option(
    bench: Bench, model: LanguageModel, sized: Sized, band: Band | None, quantile: Literal["p10", "p50"]
) -> Option:
    planned = sized.planned
    point = modelled_capacity(sized.point)
    factor = Fraction(1) if band is None else Fraction(str(band.p10 if quantile == "p10" else band.p50))
    capacity = point * factor
    if unit_of(bench.workload) == IN_FLIGHT:
        capacity = min(capacity, Fraction(sized.batch_limit))
    split = sized.split
    return Option(
        workload=bench.workload.name,
        server=bench.server.id,
        origin="modelled" if bench.calibration is None else "calibrated",
        calibration=bench.calibration,
        layout=Layout(
            tensor_parallel=split.tensor,
            pipeline_parallel=split.pipeline,
            expert_parallel=split.group,
            devices=split.devices,
            weight_precision=sized.precision,
            kv_precision=bench.kv_precision,
        ),
        devices=split.devices,
        unit=unit_of(bench.workload),
        point_capacity=point,
        band=band,
        quantile=None if band is None else quantile,
        capacity=capacity,
        requests_per_s=None if planned is None else planned.requests_per_s * float(capacity / point),
        concurrency=1 if planned is None else planned.batch,
        latencies=None if planned is None else planned.latencies,
        max_context_tokens=bench.workload.max_context_tokens,
        notes=_notes(bench, model, sized, band),
    )


def _notes(bench: Bench, model: LanguageModel, sized: Sized, band: Band | None) -> tuple[str, ...]:
    notes = []
    if bench.workload.speculation is not None:
        notes.append(f"speculation as stated: decode × {bench.workload.speculation.speedup:g}")
    if bench.workload.disaggregation is not None:
        notes.append(f"prefill and decode apart as stated: rate × {bench.workload.disaggregation.goodput_factor:g}")
    if band in (NO_DATA, NO_DATA_DOMESTIC):
        notes.append("no measured row for this card family: no-data band")
    if is_below_checkpoint(sized.precision, model.native_precision):
        notes.append(f"weights below the checkpoint's precision: {model.native_precision} → {sized.precision}")
    link = link_class(bench.server.scale_up_link)
    if sized.split.devices > bench.devices and bench.fabric_bytes_per_s is not None:
        rate = bench.fabric_bytes_per_s * 8 / 1e9
        notes.append(f"one replica spans {sized.split.devices // bench.devices} servers at {rate:g} Gbit/s per card")
    if sized.split.devices > 1 and link == "pcie":
        notes.append("several devices over PCIe: no scale-up link in this offer")
    if "doubtful" in bench.server.scale_up_link:
        notes.append(f"link: {bench.server.scale_up_link}")
    return tuple(notes)
