"""What was asked and what was assumed, in words of the file."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from optimizer.inputs.defaults import open_limits
from optimizer.inputs.request import Assumption
from optimizer.inputs.workload import InferenceWorkload, Workload
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared
from optimizer.instance.storage import storage_of
from optimizer.instance.usage import average_load
from optimizer.plan.money import Parameter
from optimizer.plan.plan import WorkloadEcho

CURRENCIES: tuple[Literal["CNY", "USD"], ...] = ("CNY", "USD")
RULES = (
    ("TPOT", "t_step + B·t_pre/O at the planned batch", "docs/throughput.md"),
    ("TTFT", "t_pre(p95 prompt) + 2·TPOT + M/M/1 wait at the 95th percentile", "docs/throughput.md"),
    ("packing", "a rack holds servers of one type", "docs/model.md"),
    ("purchase", "everything is bought at the start, for the largest year of `growth`", "docs/cost.md"),
)  # fmt: skip


def workload_echoes(prepared: Prepared) -> tuple[WorkloadEcho, ...]:
    """One line per workload."""
    rows = []
    for index, workload in enumerate(prepared.request.requirements.workloads):
        demand = prepared.demands[index]
        name = getattr(workload, "model", None)
        model = prepared.request.catalog.models[name] if name else None
        rows.append(
            WorkloadEcho(
                name=workload.name,
                kind=workload.kind,
                model=model.id if model else "",
                demand=_decimal(demand.value),
                unit=demand.unit,
                demand_note=demand.note,
                latency=_latency(workload),
                native_precision=model.native_precision if model else "",
                growth=workload.growth,
                average_load=float(average_load(workload)),
            )
        )
    return tuple(rows)


def _latency(workload: Workload) -> str:
    if not isinstance(workload, InferenceWorkload):
        return ""
    limits = workload.latency
    named = (("TTFT p95", limits.ttft_p95_ms), ("TPOT p95", limits.tpot_limit_ms), ("E2E p95", limits.e2e_p95_ms))
    return ", ".join(f"{name} ≤ {value:g} ms" for name, value in named if value is not None)


def assumptions(prepared: Prepared) -> tuple[Assumption, ...]:
    """Defaults in force, modelling rules, and every cost parameter."""
    request = prepared.request
    rules = [Assumption(path=name, value=value, unit="", source=source) for name, value, source in RULES]
    return (*request.assumptions, *rules)


NEVER_COUNTED = ("racks and PDUs as purchases", "facility insurance", "import duty", "income tax")


def not_counted(prepared: Prepared) -> tuple[str, ...]:
    """Cost categories outside the plan, named so that nobody takes silence for zero."""
    storage = storage_of(prepared.request)
    stored = "power and maintenance of the storage" if storage and storage.ordered_tb else "storage"
    if prepared.network is None:
        return ("network (NIC, switch, optics)", stored, *NEVER_COUNTED)
    return ("network inside single servers' groups (front-end, management)", stored, *NEVER_COUNTED)


def split_workloads(prepared: Prepared, placed: Sequence[Placed]) -> tuple[str, ...]:
    """Workloads that run on several server types."""
    names = [w.name for w in prepared.request.requirements.workloads]
    pools: dict[str, set[str]] = {}
    for p in placed:
        pools.setdefault(names[p.workload], set()).add(p.offer)
    return tuple(name for name, offers in pools.items() if len(offers) > 1)


def not_limited(prepared: Prepared) -> tuple[str, ...]:
    """Limits the file leaves open."""
    return open_limits(prepared.request.requirements)


def parameters(prepared: Prepared) -> tuple[Parameter, ...]:
    """Every named number of the cost formulas, in the request currency."""
    request = prepared.request
    rows = []
    for entry in request.catalog.parameters.values():
        quoted = next((c for c in CURRENCIES if entry.unit.startswith(c)), None)
        unit = request.requirements.currency + entry.unit[3:] if quoted else entry.unit
        rows.append(
            Parameter(
                id=entry.id,
                name_zh=entry.name_zh,
                name_en=entry.name_en,
                value=request.parameter(entry.id),
                value_low=request.parameter(entry.id, "low"),
                value_high=request.parameter(entry.id, "high"),
                unit=unit,
                quoted=quoted,
                source=entry.spec.source,
                date=entry.spec.date,
                confidence=entry.spec.confidence,
            )
        )
    return tuple(rows)


def _decimal(value: Fraction) -> Decimal:
    return round(Decimal(value.numerator) / value.denominator, 12)
