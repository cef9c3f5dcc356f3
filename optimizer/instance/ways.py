"""Every way in which a server could come to serve a workload, and the fields of the request that stand in it.

A way is a server bought, rented or already owned. Servers that are neither sized nor measured for the workload (a
service without a row on them, a card without facts) are no way at all: no field of the request could open it.
"""

from collections.abc import Iterable
from typing import get_args

from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request
from optimizer.inputs.requirements import Term
from optimizer.inputs.workload import (
    CapacityWorkload,
    FinetuneWorkload,
    InferenceWorkload,
    PretrainWorkload,
    ServiceWorkload,
    Workload,
)
from optimizer.instance.admission import Refusal, narrowings, policy_refusals, refusals
from optimizer.instance.owned import owned_servers
from optimizer.sizing.option import Rejection
from optimizer.sizing.rl import NO_EFFICIENCY
from optimizer.sizing.size import size

USUAL_MEMORY_USE: float = InferenceWorkload.model_fields["memory_use"].default
Fields = frozenset[str]
"""Dotted paths of the request."""
_INFERENCE_KEYS = {
    "ttft": "latency",
    "tpot": "latency",
    "e2e": "latency",
    "context": "max_context_tokens",
    "fabric": "site.fabric",
}
MEMORY_LIMITS = ("memory", "fabric", "context")
"""Limits that more memory per card can lift."""


def closed_ways(request: Request, index: int) -> tuple[Fields, ...]:
    """For every way to serve workload `index`, the fields that close it; ways that are open are left out."""
    workload = request.requirements.workloads[index]
    rent = frozenset[str]() if request.requirements.rent.allowed else frozenset({"rent.allowed"})
    market, owned = list(request.catalog.servers.values()), [part.server for part in owned_servers(request).values()]
    ways = []
    for server, on_market in (*((each, True) for each in market), *((each, each in market) for each in owned)):
        fields = _sized(request, index, server)
        if fields is None:
            continue
        card = request.catalog.cards[server.card]
        fields |= _closed(request, index, narrowings(request, workload, server, card))
        if server in owned:
            ways.append(fields | _closed(request, index, policy_refusals(request, server, card)))
        if on_market and server.site is not None:
            ways.append(fields | _closed(request, index, refusals(request, server, card, rented=False)))
        if on_market and server.rent and any(map(server.rent.hourly, get_args(Term))):
            ways.append(fields | rent | _closed(request, index, refusals(request, server, card, rented=True)))
    return tuple(way for way in ways if way)


def _closed(request: Request, index: int, found: Iterable[Refusal]) -> Fields:
    return frozenset(_refusing(request, index, refusal) for refusal in found)


_FIELDS = {
    "ecosystem": "policy.ecosystems.allowed",
    "vendor": "policy.vendors",
    "consumer": "policy.consumer_cards",
    "ecc": "policy.ecc",
    "confidence": "policy.minimum_confidence",
    "rack": "site.racks",
}


def _refusing(request: Request, index: int, refusal: Refusal) -> str:
    """The field that a refusal before sizing rests on."""
    limit, _, _, unit = refusal
    if limit == "availability":
        return {"buy.allowed": "buy.allowed", "weeks of lead time": "policy.maximum_lead_time_weeks"}.get(unit, "buyer")
    if limit == "place":
        return "site.cooling" if unit == "site.cooling" else "site.place"
    if limit == "price" and unit in ("rent.term", "as_of"):
        return unit
    if limit == "price":
        as_of = request.requirements.as_of
        return "as_of" if as_of is not None and as_of < request.book.snapshot else "price_book"
    if limit == "card":
        return unit.replace("workloads[]", f"workloads[{index}]")
    return _FIELDS[limit]


def _sized(request: Request, index: int, server: Server) -> Fields | None:
    """The fields that a server fails on in sizing, none where it serves; None where it is no way at all."""
    workload = request.requirements.workloads[index]
    fields: set[str] = set()
    while isinstance(found := size(request, workload, server), Rejection):
        if found.limit == "measured_zero":
            return frozenset({"measurements"})
        if found.limit == "card" or isinstance(workload, ServiceWorkload):
            return None
        key = _key(workload, found)
        fields.add(key if key.startswith(("site.", "policy.")) else f"workloads[{index}].{key}")
        relaxed = _relaxed(workload, key, found)
        if relaxed is None:
            break
        workload = relaxed
    return frozenset(fields)


def _relaxed(workload: Workload, key: str, found: Rejection) -> Workload | None:
    """The workload with one field no longer in the way, to see what else is; None where no value of it would do."""
    if key == "memory_use":
        return workload.model_copy(update={key: USUAL_MEMORY_USE})
    if key == "max_context_tokens" and isinstance(found.available, int | float) and found.available >= 1:
        return workload.model_copy(update={key: int(found.available)})
    return None


def _key(workload: Workload, found: Rejection) -> str:
    """The field that a rejection of sizing rests on: a key of the workload, or one outside it."""
    if isinstance(workload, InferenceWorkload):
        return _inference_key(workload, found)
    if isinstance(workload, CapacityWorkload):
        return "demand"
    if found.limit == "deadline":
        return "deadline_days" if isinstance(workload, PretrainWorkload) else "max_hours_per_job"
    if isinstance(workload, FinetuneWorkload) and workload.rl is not None and found.needed == NO_EFFICIENCY:
        return "rl"
    keys = {"precision": "precision", "fabric": "site.fabric", "ecc": "policy.ecc_above_days"}
    return keys.get(found.limit, "model")


def _inference_key(workload: InferenceWorkload, found: Rejection) -> str:
    if found.limit in MEMORY_LIMITS and workload.memory_use < USUAL_MEMORY_USE:
        return "memory_use"
    if found.limit == "precision" and str(found.needed).endswith(" cache"):
        return "kv_precision"
    if found.limit == "precision" and workload.weight_precision is not None:
        return "weight_precision"
    if found.limit == "engine" and found.needed == workload.engine:
        return "engine"
    return _INFERENCE_KEYS.get(found.limit, "model")
