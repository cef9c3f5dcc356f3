"""No plan: the requirements that conflict, in the user's own fields with their lines."""

from collections.abc import Iterable

from pydantic import BaseModel

from optimizer.frozen import Frozen
from optimizer.inputs.workload import InferenceWorkload
from optimizer.instance.prepared import Prepared
from optimizer.sizing.option import Rejection
from optimizer.solve.outcome import Outcome, Status


class ConflictMember(Frozen):
    """One requirement that cannot hold together with the others listed."""

    path: str
    file: str
    line: int
    value: str
    """As the file states it; the workload's name for a whole workload."""
    unit: str


class NoPlan(Frozen):
    """Infeasible, or no plan in the time allowed: two different answers."""

    status: Status
    """`infeasible` or `unknown`."""
    currency: str
    bound_fen: int | None
    """No plan costs less; for `unknown`."""
    seconds: float
    conflict: tuple[ConflictMember, ...]
    rejections: tuple[Rejection, ...]

    @classmethod
    def of(
        cls,
        outcome: Outcome,
        currency: str,
        members: tuple[ConflictMember, ...],
        rejections: tuple[Rejection, ...],
    ) -> "NoPlan":
        return cls(
            status=outcome.status,
            currency=currency,
            bound_fen=outcome.bound_fen,
            seconds=outcome.seconds,
            conflict=members,
            rejections=rejections,
        )


def unservable(prepared: Prepared) -> tuple[ConflictMember, ...]:
    """Workloads that no admitted server can serve, with the fields that ruled the servers out; empty when none."""
    paths: list[str] = []
    offers = {offer.key for offer in prepared.offers}
    for index, workload in enumerate(prepared.request.requirements.workloads):
        if any(name == workload.name and server in offers for name, server in prepared.options):
            continue
        paths.append(f"workloads[{index}]")
        mine = [r for r in prepared.rejections if r.workload == workload.name]
        paths += sorted({_field(prepared, index, r) for r in mine})
    return with_places(prepared, dict.fromkeys(paths))


def with_places(prepared: Prepared, paths: Iterable[str]) -> tuple[ConflictMember, ...]:
    """Paths of the request with their lines and values."""
    return tuple(_member(prepared, path) for path in paths)


_FIELDS = {
    "ecosystem": "policy.ecosystems.allowed",
    "vendor": "policy.vendors",
    "consumer": "policy.consumer_cards",
    "ecc": "policy.ecc",
    "availability": "buyer",
    "confidence": "policy.minimum_confidence",
    "price": "price_book",
    "rack": "site.racks",
    "measured_zero": "measurements",
}


def _field(prepared: Prepared, index: int, rejection: Rejection) -> str:
    """The field of the request that a rejection rests on."""
    workload = prepared.request.requirements.workloads[index]
    if rejection.limit in _FIELDS:
        return _FIELDS[rejection.limit]
    if rejection.limit == "place":
        return "site.cooling" if rejection.unit == "site.cooling" else "site.place"
    if rejection.limit == "card":
        return rejection.unit.replace("workloads[]", f"workloads[{index}]")
    if not isinstance(workload, InferenceWorkload):
        return "measurements"
    if rejection.limit in ("ttft", "tpot", "e2e"):
        return f"workloads[{index}].latency"
    if rejection.limit == "context":
        return f"workloads[{index}].max_context_tokens"
    if rejection.limit == "precision" and workload.weight_precision is not None:
        return f"workloads[{index}].weight_precision"
    return f"workloads[{index}].model"


_UNITS = {
    "site.it_power_kw": "kW",
    "site.facility_power_kw": "kW",
    "finance.capex_budget": "currency",
    "policy.ecosystems.maximum": "ecosystems",
}


def _member(prepared: Prepared, path: str) -> ConflictMember:
    place = prepared.request.place_of(path)
    unit = _UNITS.get(path, "racks" if path.startswith("site.racks") else "")
    if unit == "currency":
        unit = prepared.request.requirements.currency
    value = _value(prepared.request.requirements, path)
    return ConflictMember(path=path, file=place.file, line=place.line, value=value, unit=unit)


def _value(node: object, path: str) -> str:
    """The value at a dotted path; a workload or rack group shows its name."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        node = node[int(step)] if isinstance(node, tuple) else getattr(node, step, "")
    if isinstance(node, BaseModel):
        name = getattr(node, "name", None)
        return str(name) if name else ", ".join(f"{k}: {v}" for k, v in node.model_dump(exclude_none=True).items())
    if isinstance(node, tuple):
        return ", ".join(str(getattr(item, "name", item)) for item in node)
    return str(node)
