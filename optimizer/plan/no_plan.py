"""No plan: the requirements that conflict, in the user's own fields with their lines."""

from collections.abc import Iterable
from decimal import Decimal

from pydantic import BaseModel

from optimizer.frozen import Frozen
from optimizer.inputs.requirements import RackGroup
from optimizer.inputs.workload import WorkloadBase
from optimizer.instance.prepared import Prepared
from optimizer.instance.stock import PREFIX, stocks
from optimizer.plan.why.relaxation import Relaxation
from optimizer.sizing.option import Rejection
from optimizer.solve.outcome import Outcome, Status


class ConflictMember(Frozen):
    """One requirement that cannot hold together with the others listed."""

    path: str
    file: str
    line: int
    value: str
    """As the file states it, with the reserve that comes off a limit; the name of a whole workload."""
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
    relaxations: tuple[Relaxation, ...] = ()
    """What must give; empty where nobody asked, or where neither one change nor a pair helps."""
    rejections: tuple[Rejection, ...]

    @classmethod
    def of(
        cls,
        prepared: Prepared,
        outcome: Outcome,
        paths: tuple[str, ...],
        relaxations: tuple[Relaxation, ...] = (),
    ) -> "NoPlan":
        return cls(
            status=outcome.status,
            currency=prepared.request.requirements.currency,
            bound_fen=outcome.bound_fen,
            seconds=outcome.seconds,
            conflict=with_places(prepared, paths),
            relaxations=relaxations,
            rejections=prepared.rejections,
        )


def with_places(prepared: Prepared, paths: Iterable[str]) -> tuple[ConflictMember, ...]:
    """Paths of the request with their lines and values."""
    return tuple(_member(prepared, path) for path in paths)


_UNITS = {
    "site.it_power_kw": "kW",
    "site.facility_power_kw": "kW",
    "finance.capex_budget": "currency",
    "policy.ecosystems.maximum": "ecosystems",
}


def _member(prepared: Prepared, path: str) -> ConflictMember:
    requirements = prepared.request.requirements
    if path.startswith(PREFIX):
        return _stock_member(prepared, path)
    place = prepared.request.place_of(path)
    unit = _UNITS.get(path, "racks" if path.startswith("site.racks[") else "")
    if unit == "currency":
        unit = requirements.currency
    value = _shown(_at(requirements, path))
    kept_free = {"kW": requirements.site.reserve.power, "racks": requirements.site.reserve.racks}.get(unit, 0)
    if kept_free:
        value, unit = f"{value} {unit}, reserve {kept_free:g}", ""
    return ConflictMember(path=path, file=place.file, line=place.line, value=value, unit=unit)


def _stock_member(prepared: Prepared, path: str) -> ConflictMember:
    """A stock stands at the key that names its file."""
    stock = next(each for each in stocks(prepared) if each.path == path)
    place = prepared.request.place_of(stock.stated_by)
    return ConflictMember(path=path, file=place.file, line=place.line, value=str(stock.pieces), unit="in stock")


def _at(node: object, path: str) -> object:
    """The value at a dotted path; None where the file leaves it open."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        if isinstance(node, tuple):
            node = node[int(step)]
        else:
            node = node.get(step) if isinstance(node, dict) else getattr(node, step, None)
    return node


def _shown(value: object) -> str:
    """As a file would state it; a workload by its name, a rack group by its count."""
    if isinstance(value, RackGroup):
        return str(value.count)
    if isinstance(value, WorkloadBase):
        return value.name
    if isinstance(value, BaseModel):
        stated = {key: each for key, each in value if each is not None and each != ()}
        return ", ".join(f"{key}: {_shown(each)}" for key, each in stated.items()) or "none"
    if isinstance(value, tuple):
        return ", ".join(each.name if isinstance(each, RackGroup) else _shown(each) for each in value) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return f"{value:f}"
    return "none" if value is None else f"{value:.12g}" if isinstance(value, float) else str(value)
