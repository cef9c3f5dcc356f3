"""What can be changed about a requirement, from the least change to the most: its dials.

A dial is a list of changes, each milder for the plan than the one before, so the first that makes the file feasible is
the least change. Steps: 1 W, 0.01 of money, one rack, one ecosystem, 0.1 % of a share or of a demand, 1 day, 1 ms, 1 h,
256 tokens of context, a network between servers.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from optimizer.inputs.request import Request
from optimizer.inputs.workload import (
    CapacityWorkload,
    FinetuneWorkload,
    InferenceWorkload,
    PretrainWorkload,
    ServiceWorkload,
)
from optimizer.plan.why.changed import Changes, Value, value_at

PER_MILLE = 1000
LATENCY_FACTOR = 100
"""A latency limit is relaxed to at most so many times itself: beyond it is no service any more."""
MAX_LATENCY_MS = 10**9 - 1
"""The largest that a file may state."""
MAX_DAYS = 365
MAX_JOB_HOURS = 730
CONTEXT_STEP = 256
MAX_MEMORY_USE = Decimal("0.98")
FABRIC_GBPS_PER_CARD = (100, 200, 400, 800)
"""Port rates of Ethernet and InfiniBand for clusters; measured runs over several servers have 100 Gbit/s or more."""


@dataclass(frozen=True)
class Dial:
    """One field and the values it may take instead."""

    path: str
    unit: str
    steps: int
    """How many changes there are."""
    at: Callable[[int], Value]
    """The value after so many steps, from 1."""
    resize: bool = False
    """Whether sizing depends on the field."""
    row: str = ""
    """Path of the limit's rows in the model, where the least value follows from one solve; else empty."""
    units: int = 0
    """With `row`: the limit as stated, in units of a step."""
    also: tuple[tuple[str, Callable[[int], Value]], ...] = ()
    """Fields that change with it."""

    def changes(self, step: int) -> Changes:
        return {self.path: self.at(step)} | {path: at(step) for path, at in self.also}


def dials(request: Request, member: str) -> tuple[Dial, ...]:
    """The dials of a member of a conflict; none where nothing about it is a matter of degree or choice."""
    if member in _CHOICES:
        return tuple(_choice(request, member))
    if member == "site.fabric":
        return tuple(_fabric(request, member))
    if member.startswith("workloads[") and "." not in member:
        return tuple(_workload(request, int(member[len("workloads[") : -1]), member))
    if member.startswith("workloads["):
        return tuple(_workload_field(request, member))
    return tuple(_limit(request, member))


def _limit(request: Request, member: str) -> Iterator[Dial]:
    value = None if member.startswith("stock.") else value_at(request, member)
    if value is None:
        return
    if member.endswith("_power_kw"):
        watts = math.floor(Decimal(str(value)) * 1000)
        yield Dial(member, "kW", 10**9, lambda k: float(Decimal(watts + k) / 1000), row=member, units=watts)
    elif member == "finance.capex_budget":
        fen = math.floor(value * 100)
        currency = request.requirements.currency
        yield Dial(member, currency, 10**13, lambda k: Decimal(fen + k) / 100, row=member, units=fen)
    elif member.startswith("site.racks["):
        count = value.count
        yield Dial(f"{member}.count", "racks", 10**4, lambda k: count + k, row=member, units=count)
    elif member == "policy.ecosystems.maximum":
        yield Dial(member, "ecosystems", 20, lambda k: value + k, row=member, units=value)
    elif member == "rent.maximum_share":
        yield _per_mille(member, Decimal(str(value)), up=True)
    elif member.startswith(("policy.domestic_share.minimum", "policy.ecosystems.minimum_share")):
        yield _per_mille(member, Decimal(str(value)), up=False)
    elif member == "policy.ecc_above_days":
        yield _more(member, "days", value, MAX_DAYS)
    elif member == "policy.maximum_lead_time_weeks":
        yield Dial(member, "weeks", 520, lambda k: value + k, resize=True)


def _fabric(request: Request, member: str) -> Iterator[Dial]:
    """A network between servers, or a faster one."""
    fabric = request.requirements.site.fabric
    rates = [rate for rate in FABRIC_GBPS_PER_CARD if fabric is None or rate > fabric.gbps_per_card]
    kind: tuple[tuple[str, Callable[[int], Value]], ...] = () if fabric else ((f"{member}.kind", lambda _: "roce"),)
    if rates:
        path, unit = f"{member}.gbps_per_card", "Gbit/s per card"
        yield Dial(path, unit, len(rates), lambda k: rates[k - 1], resize=True, also=kind)


def _per_mille(path: str, value: Decimal, *, up: bool) -> Dial:
    """A share in steps of 0.001."""
    whole = math.floor(value * PER_MILLE) if up else math.ceil(value * PER_MILLE)
    steps = PER_MILLE - whole if up else whole
    sign = 1 if up else -1
    return Dial(path, "share", steps, lambda k: float(Decimal(whole + sign * k) / PER_MILLE))


def _workload(request: Request, index: int, path: str) -> Iterator[Dial]:
    """How much a workload asks for, and what it asks of each request or run."""
    workload = request.requirements.workloads[index]
    if isinstance(workload, InferenceWorkload):
        yield from _traffic(workload, f"{path}.traffic")
        yield from _latencies(workload, f"{path}.latency")
    elif isinstance(workload, ServiceWorkload | CapacityWorkload):
        yield _less(f"{path}.demand.value", workload.demand.unit, workload.demand.value)
    elif isinstance(workload, PretrainWorkload):
        yield _deadline(f"{path}.deadline_days", workload.deadline_days)
        yield _less(*_amount(path, workload), whole=True, resize=True)
    else:
        yield _job_hours(f"{path}.max_hours_per_job", workload.max_hours_per_job)
        yield _less(f"{path}.jobs_per_month", "jobs/month", workload.jobs_per_month)
    if spares := workload.spare_servers:
        yield Dial(f"{path}.spare_servers", "servers", spares, lambda k: spares - k)


def _amount(path: str, workload: PretrainWorkload) -> tuple[str, str, int]:
    """What the run trains on, in the form of the file."""
    if workload.samples is not None:
        return f"{path}.samples.count", "samples", workload.samples.count
    return f"{path}.tokens", "tokens", workload.job_tokens


def _workload_field(request: Request, member: str) -> Iterator[Dial]:
    head, _, field = member.partition(".")
    workload = request.requirements.workloads[int(head[len("workloads[") : -1])]
    if field == "latency" and isinstance(workload, InferenceWorkload):
        yield from _latencies(workload, member)
    elif field == "max_context_tokens" and isinstance(workload, InferenceWorkload):
        context = workload.max_context_tokens
        steps = max(0, (context - 1) // CONTEXT_STEP)
        yield Dial(member, "tokens", steps, lambda k: context - k * CONTEXT_STEP, resize=True)
    elif field == "memory_use" and isinstance(workload, InferenceWorkload):
        whole = math.floor(Decimal(str(workload.memory_use)) * PER_MILLE)
        steps = int(MAX_MEMORY_USE * PER_MILLE) - whole
        yield Dial(member, "share", steps, lambda k: float(Decimal(whole + k) / PER_MILLE), resize=True)
    elif field == "deadline_days" and isinstance(workload, PretrainWorkload):
        yield _deadline(member, workload.deadline_days)
    elif field == "max_hours_per_job" and isinstance(workload, FinetuneWorkload):
        yield _job_hours(member, workload.max_hours_per_job)
    elif field in _FREED:
        yield Dial(member, "", 1, lambda _: _FREED[field], resize=True)


def _traffic(workload: InferenceWorkload, path: str) -> Iterator[Dial]:
    """The one form that the file uses, in steps of 0.1 %."""
    traffic = workload.traffic
    if isinstance(traffic, str):
        return
    if traffic.peak_requests_per_s is not None:
        yield _less(f"{path}.peak_requests_per_s", "requests/s", traffic.peak_requests_per_s)
    elif traffic.concurrent_requests is not None:
        yield _less(f"{path}.concurrent_requests", "requests", traffic.concurrent_requests, whole=True)
    elif traffic.users is not None:
        yield _less(f"{path}.users.headcount", "people", traffic.users.headcount, whole=True)
    elif traffic.tokens_per_day is not None:
        first = _less(f"{path}.tokens_per_day.input", "tokens/day", traffic.tokens_per_day.input)
        other = _less(f"{path}.tokens_per_day.output", "tokens/day", traffic.tokens_per_day.output)
        yield Dial(first.path, first.unit, first.steps, first.at, also=((other.path, other.at),))


def _latencies(workload: InferenceWorkload, path: str) -> Iterator[Dial]:
    for key in ("tpot_p95_ms", "ttft_p95_ms", "e2e_p95_ms"):
        limit = getattr(workload.latency, key)
        if limit is not None:
            yield _more(f"{path}.{key}", "ms", limit, min(limit * LATENCY_FACTOR, MAX_LATENCY_MS))
    if (rate := workload.latency.tokens_per_s_per_user) is not None:
        yield _less(f"{path}.tokens_per_s_per_user", "tokens/s", rate, resize=True)


def _deadline(path: str, days: float) -> Dial:
    return _more(path, "days", days, MAX_DAYS)


def _job_hours(path: str, hours: float) -> Dial:
    return _more(path, "h", hours, MAX_JOB_HOURS)


def _more(path: str, unit: str, value: float, most: float) -> Dial:
    """Upward in whole units."""
    base = math.floor(value)
    return Dial(path, unit, max(0, math.floor(most) - base), lambda k: base + k, resize=True)


def _less(path: str, unit: str, value: float, *, whole: bool = False, resize: bool = False) -> Dial:
    """Downward by 0.1 % of the value; whole numbers by at least 1."""
    exact = Decimal(str(value))
    if whole and exact < PER_MILLE:
        return Dial(path, unit, int(exact) - 1, lambda k: int(exact) - k, resize=resize)

    def at(step: int) -> Value:
        reduced = exact * (PER_MILLE - step) / PER_MILLE
        return math.floor(reduced) if whole else float(reduced)

    return Dial(path, unit, PER_MILLE - 1, at, resize=resize)


_FREED: dict[str, Value] = {"weight_precision": None, "kv_precision": "fp8", "engine": None, "domestic_only": False}
"""Fields of a workload that are given up as a whole."""
_CHOICES: dict[str, tuple[tuple[str, tuple[Value, ...]], ...]] = {
    "policy.consumer_cards": (("policy.consumer_cards", ("development_only", "allow")),),
    "policy.ecc": (("policy.ecc", ("any",)),),
    "policy.minimum_confidence": (("policy.minimum_confidence", ("medium", "low")),),
    "policy.ecosystems.allowed": (("policy.ecosystems.allowed", ((),)),),
    "policy.vendors": (("policy.vendors.allowed", ((),)), ("policy.vendors.forbidden", ((),))),
    "policy.cards": (("policy.cards.allowed", ((),)), ("policy.cards.forbidden", ((),))),
    "policy.servers": (("policy.servers.allowed", ((),)), ("policy.servers.forbidden", ((),))),
    "site.cooling": (("site.cooling", (("air", "liquid"),)),),
    "rent.allowed": (("rent.allowed", (True,)),),
    "rent.term": (("rent.term", ("on_demand", "one_year")),),
    "buy.allowed": (("buy.allowed", (True,)),),
    "buyer": (("policy.allow_second_hand", (True,)),),
}
"""Member → fields, each with the values to try, mildest first."""


def _choice(request: Request, member: str) -> Iterator[Dial]:
    for path, values in _CHOICES[member]:
        left = _beyond(value_at(request, path), values)
        if left:
            yield Dial(path, "", len(left), lambda k, left=left: left[k - 1], resize=True)  # type: ignore[misc]


def _beyond(current: Value, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values milder than the current one."""
    return values[values.index(current) + 1 :] if current in values else values
