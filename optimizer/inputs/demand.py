"""Traffic and service demand → one exact number per workload."""

from fractions import Fraction

from optimizer.frozen import Frozen
from optimizer.inputs.traffic import TokensPerDay, Traffic, Users
from optimizer.inputs.workload import CapacityWorkload, FinetuneWorkload, PretrainWorkload, ServiceWorkload, Workload

REQUESTS_PER_S = "requests/s"
REQUESTS_IN_FLIGHT = "requests in flight"
RUNS = "runs"
JOBS_PER_MONTH = "jobs/month"


class Demand(Frozen):
    """What one workload asks for at growth 1."""

    value: Fraction
    unit: str
    """`requests/s`, `requests in flight`, or the service's own unit."""
    note: str
    """How the traffic form became this number."""


def exact(number: float) -> Fraction:
    """The decimal that the user wrote, as a fraction: 0.3 → 3/10."""
    return Fraction(str(number))


def demand(workload: Workload) -> Demand:
    """Demand of a workload at growth 1. The traffic has exactly one form (`rules.py` sees to it)."""
    if isinstance(workload, ServiceWorkload | CapacityWorkload):
        return Demand(value=exact(workload.demand.value), unit=workload.demand.unit, note="as stated")
    if isinstance(workload, PretrainWorkload):
        note = f"one run of {_tokens(workload)} within {workload.deadline_days:g} days, cards held all year"
        return Demand(value=Fraction(1), unit=RUNS, note=note)
    if isinstance(workload, FinetuneWorkload):
        jobs, hours = f"{workload.jobs_per_month:g} jobs a month", f"at most {workload.max_hours_per_job:g} h each"
        note = f"{jobs} of {_tokens(workload)}, {hours}"
        return Demand(value=exact(workload.jobs_per_month), unit=JOBS_PER_MONTH, note=note)
    if isinstance(workload.traffic, str):
        note = "fit: one request of max_context_tokens; no load was sized"
        return Demand(value=Fraction(1), unit=REQUESTS_IN_FLIGHT, note=note)
    return next(iter(implied(workload.traffic).values()))


def _tokens(workload: PretrainWorkload | FinetuneWorkload) -> str:
    """Tokens of a run or job, with the samples they come from."""
    tokens, samples = f"{workload.job_tokens:,} tokens", workload.samples
    if samples is None:
        return tokens
    return f"{tokens} ({samples.count:,} samples × {samples.tokens_per_sample:g} tokens × {samples.epochs:g} epochs)"


def demand_unit(workload: Workload) -> str:
    """Unit in which capacity of this workload is stated, also where the traffic itself is not yet right."""
    if isinstance(workload, ServiceWorkload | CapacityWorkload):
        return workload.demand.unit
    if isinstance(workload, PretrainWorkload | FinetuneWorkload):
        return RUNS if isinstance(workload, PretrainWorkload) else JOBS_PER_MONTH
    in_flight = isinstance(workload.traffic, str) or workload.traffic.concurrent_requests is not None
    return REQUESTS_IN_FLIGHT if in_flight else REQUESTS_PER_S


def implied(traffic: Traffic) -> dict[str, Demand]:
    """Demand that each complete traffic form in the file implies, by key, in the order of the reference."""
    found: dict[str, Demand] = {}
    if traffic.peak_requests_per_s is not None:
        found["peak_requests_per_s"] = _rate(exact(traffic.peak_requests_per_s), "as stated")
    if traffic.concurrent_requests is not None:
        value = Fraction(traffic.concurrent_requests)
        found["concurrent_requests"] = Demand(
            value=value, unit=REQUESTS_IN_FLIGHT, note="steadily in flight, as stated"
        )
    if traffic.users is not None and (by_users := _from_users(traffic.users)):
        found["users"] = by_users
    if traffic.tokens_per_day is not None:
        found["tokens_per_day"] = _from_tokens(traffic.tokens_per_day, traffic)
    return found


def _rate(value: Fraction, note: str) -> Demand:
    return Demand(value=value, unit=REQUESTS_PER_S, note=note)


def _from_users(users: Users) -> Demand | None:
    """Users · active_share · requests per second of an active user · peak_factor (see `Users`)."""
    if users.requests_per_active_hour is not None:
        per_s = exact(users.requests_per_active_hour) / 3600
        pace = f"{users.requests_per_active_hour:g} requests/h / 3600"
    elif users.requests_per_day is not None and users.busy_hours is not None:
        per_s = exact(users.requests_per_day) / (exact(users.busy_hours) * 3600)
        pace = f"{users.requests_per_day:g} requests/day / ({users.busy_hours:g} h × 3600)"
    else:
        return None
    value = users.headcount * exact(users.active_share) * per_s * exact(users.peak_factor)
    note = f"{users.headcount} users × {users.active_share:g} active × {pace} × peak {users.peak_factor:g}"
    return _rate(value, note)


def _from_tokens(tokens: TokensPerDay, traffic: Traffic) -> Demand:
    """max(input / mean prompt, output / mean answer) / (busy_hours · 3600) · peak_factor (see `TokensPerDay`)."""
    by_input = exact(tokens.input) / exact(traffic.input_lengths.mean)
    by_output = exact(tokens.output) / exact(traffic.output_lengths.mean)
    larger, smaller = max(by_input, by_output), min(by_input, by_output)
    value = larger / (exact(tokens.busy_hours) * 3600) * exact(tokens.peak_factor)
    note = f"{float(larger):,.0f} requests/day / ({tokens.busy_hours:g} h × 3600) × peak {tokens.peak_factor:g}"
    if larger > smaller * Fraction(101, 100):
        sides = ("input", "output") if by_input > by_output else ("output", "input")
        note += f"; by {sides[0]} tokens, the {sides[1]} tokens would give {float(smaller):,.0f} requests/day"
    return _rate(value, note)
