"""Rules between the fields of one workload and between workloads; ids are in `known_ids.py`."""

from collections.abc import Collection, Iterator
from fractions import Fraction

from optimizer.errors import Problem
from optimizer.inputs.demand import exact, implied
from optimizer.inputs.document import Document, join
from optimizer.inputs.problems import MISSING
from optimizer.inputs.requirements import Site
from optimizer.inputs.traffic import Traffic
from optimizer.inputs.traffic_rules import context_rules, factor_rules, length_rules
from optimizer.inputs.training_rules import demand_rules
from optimizer.inputs.workload import InferenceWorkload, ServiceWorkload, Workload

FORMS = ("peak_requests_per_s", "concurrent_requests", "users", "tokens_per_day")
LENGTHS = frozenset({"traffic", "input_tokens", "output_tokens", "mix"})
"""Keys that say how long prompts and answers are."""
Found = Iterator[tuple[str, str, str]]
"""(dotted path, what, remedy)"""


def workload_problems(
    document: Document, index: int, workload: Workload, horizon_years: int | None, stood_in: Collection[str] = ()
) -> list[Problem]:
    """Contradictions inside one workload.

    `horizon_years` is None where the file's own cannot be read; `stood_in` are the keys of which nothing can be said.
    """
    path = join("workloads", index)
    found = [*_growth(path, workload, horizon_years), *demand_rules(path, workload, document.places)]
    if isinstance(workload, ServiceWorkload) and "minimum_split" in workload.model_fields_set:
        found += _free_split(path, workload)
    if isinstance(workload, InferenceWorkload):
        if "traffic" not in stood_in:
            found += _limits(path, workload)
        found += _latency(path, workload)
        if isinstance(workload.traffic, Traffic):
            known = LENGTHS.isdisjoint(stood_in) and bool(workload.traffic.classes)
            found += _forms(f"{path}.traffic", workload.traffic, sums=known)
            if "traffic" not in stood_in:
                found += length_rules(f"{path}.traffic", workload.traffic, document.places)
            if known:
                found += context_rules(path, workload, workload.traffic)
        found += factor_rules(path, workload)
    return [document.problem(*each) for each in found]


def _free_split(path: str, workload: ServiceWorkload) -> Found:
    if workload.max_server_types == "any":
        what = "has no meaning with `max_server_types: any`, which divides in any proportion"
        yield f"{path}.minimum_split", what, "remove it, or write a number of server types"


def doubled_names(document: Document, names: dict[str, object]) -> list[Problem]:
    """Names that must differ: `names` maps the dotted path of each to the name."""
    first: dict[object, str] = {}
    problems = []
    for path, name in names.items():
        if name in first:
            what = f'the name "{name}" is already used by {first[name]}'
            problems.append(document.problem(path, what, "give each its own name"))
        first.setdefault(name, path.rpartition(".")[0])
    return problems


def site_names(site: Site) -> dict[str, object]:
    """Names of the rack groups by path."""
    return {f"site.racks[{number}].name": rack.name for number, rack in enumerate(site.racks)}


def _growth(path: str, workload: Workload, horizon_years: int | None) -> Found:
    if horizon_years is not None and len(workload.growth) > horizon_years:
        what = f"has {len(workload.growth)} years, the horizon has {horizon_years}"
        yield f"{path}.growth", what, "shorten the list, or raise finance.horizon_years"


def _limits(path: str, workload: InferenceWorkload) -> Found:
    """Traffic needs a limit on the time per output token, `fit` takes none."""
    latency = workload.latency
    given = [key for key in type(latency).model_fields if getattr(latency, key) is not None]
    if workload.traffic == "fit":
        if given:
            what = "has limits, but with `traffic: fit` no load and no latency is sized"
            yield f"{path}.latency", what, "remove `latency`, or state the traffic"
        return
    if latency.tpot_limit_ms is None and latency.e2e_p95_ms is None:
        remedy = "write `tpot_p95_ms: 60` (or tokens_per_s_per_user, or e2e_p95_ms) under `latency`; or `traffic: fit`"
        yield f"{path}.latency", "has no limit on the time per output token", remedy


def _latency(path: str, workload: InferenceWorkload) -> Found:
    """Two spellings of one limit that differ."""
    latency = workload.latency
    if workload.traffic == "fit":
        return
    if latency.tpot_p95_ms is not None and latency.tokens_per_s_per_user is not None:
        implied_ms = 1000 / exact(latency.tokens_per_s_per_user)
        if abs(implied_ms - exact(latency.tpot_p95_ms)) > implied_ms / 100:
            what = f"{latency.tokens_per_s_per_user:g} tokens/s is {float(implied_ms):.4g} ms per token, but "
            what += f"tpot_p95_ms is {latency.tpot_p95_ms:g}"
            yield f"{path}.latency.tokens_per_s_per_user", what, "keep one of the two"


def _forms(path: str, traffic: Traffic, *, sums: bool) -> Found:
    """Exactly one complete form; `sums`: token lengths are known, so a second form can be compared with the first."""
    given = [form for form in FORMS if getattr(traffic, form) is not None]
    if not given:
        yield path, "has no form of traffic", MISSING["traffic"]
    if len(given) > 1:
        amounts = implied(traffic) if sums else {}
        said = [f"{key} gives {_amount(amounts[key].value)} {amounts[key].unit}" for key in given if key in amounts]
        yield f"{path}.{given[1]}", f"a second form of traffic: {', '.join(said) or ', '.join(given)}", "keep one form"
    if traffic.full_context and traffic.concurrent_requests is None:
        yield f"{path}.full_context", "only has a meaning with concurrent_requests", "remove the key"
    if (users := traffic.users) is not None:
        hourly, daily, hours = users.requests_per_active_hour, users.requests_per_day, users.busy_hours
        remedy = "write requests_per_active_hour, or requests_per_day with busy_hours"
        if hourly is None and daily is None:
            yield f"{path}.users", "says how many users there are, but not how many requests they send", remedy
        elif hourly is not None and (daily is not None or hours is not None):
            key = "requests_per_day" if daily is not None else "busy_hours"
            yield f"{path}.users.{key}", f"{key} and requests_per_active_hour are two forms of one number", remedy
        elif daily is not None and hours is None:
            yield f"{path}.users.busy_hours", "is missing: requests_per_day needs it", remedy


def _amount(value: Fraction) -> str:
    return f"{float(value):,.6g}"
