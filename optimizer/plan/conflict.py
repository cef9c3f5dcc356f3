"""Which fields of an infeasible request conflict: what closes every way to a workload, else what the model says."""

from optimizer.inputs.request import Request
from optimizer.inputs.requirements import BuyPolicy
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.instance.ways import closed_ways
from optimizer.solve.conflict import conflict, still_conflict


def conflict_paths(prepared: Prepared) -> tuple[str, ...]:
    """Fields of the request that cannot hold together; empty where it is feasible or undecided.

    Irreducible: give up any one of them and the others can hold (`solve/conflict.py`).
    """
    if missing := unservable(prepared):
        return missing
    found = conflict(build_instance(prepared))
    return (*found, *_closed_sources(prepared, found)) if found else ()


def unservable(prepared: Prepared) -> tuple[str, ...]:
    """Workloads that no admitted server can serve, each with the fewest fields that close every way to serve it.

    Give up any one of those fields and some server is no longer ruled out by them. Empty when each has an option.
    """
    paths: list[str] = []
    for index in without_server(prepared):
        paths += [f"workloads[{index}]", *_closing(prepared.request, index)]
    return tuple(dict.fromkeys(paths))


def without_server(prepared: Prepared) -> tuple[int, ...]:
    """Places of the workloads that no admitted server can serve."""
    offers = {offer.key for offer in prepared.offers}
    served = {name for name, server in prepared.options if server in offers}
    workloads = prepared.request.requirements.workloads
    return tuple(index for index, workload in enumerate(workloads) if workload.name not in served)


def _closing(request: Request, index: int) -> list[str]:
    """Fields of which every way holds one, with as little as possible that is not the workload's own.

    Tried without, in this order: what the file leaves open, what is outside the workload, `memory_use` (which is to
    blame only where the model fits otherwise), what closes the fewest ways.
    """
    ways = closed_ways(request, index)

    def weight(path: str) -> tuple[bool, bool, bool, int, str]:
        own, use = path.startswith("workloads["), path.endswith(".memory_use")
        return path in request.places, own, not use, sum(path in way for way in ways), path

    kept = sorted(set().union(*ways), key=weight)
    for path in tuple(kept):
        rest = {other for other in kept if other != path}
        if all(way & rest for way in ways):
            kept.remove(path)
    return sorted(kept)


def _closed_sources(prepared: Prepared, found: tuple[str, ...]) -> tuple[str, ...]:
    """Where more servers could come from but may not, where that is part of the conflict: buying would end it."""
    request = prepared.request
    if request.requirements.buy.allowed:
        return ()
    buying = request.requirements.model_copy(update={"buy": BuyPolicy()})
    open_market = prepare(request.model_copy(update={"requirements": buying}))
    if not without_server(open_market) and still_conflict(build_instance(open_market), found):
        return ()
    return ("buy.allowed", "inventory") if request.requirements.inventory else ("buy.allowed",)
