"""Rules between the token lengths of a workload, its context and the factors its asker states."""

from collections.abc import Collection, Iterator
from fractions import Fraction

from optimizer.inputs.demand import exact
from optimizer.inputs.problems import MISSING
from optimizer.inputs.traffic import TokenLengths, Traffic, TrafficClass
from optimizer.inputs.workload import InferenceWorkload

LENGTHS = ("input_tokens", "output_tokens")
SINGLE_FORM = (*LENGTHS, "prefix_cache_hit")
"""Keys that each class of a mix has for itself."""
SHARES_TOLERANCE = Fraction(1, 10**6)
Found = Iterator[tuple[str, str, str]]
"""(dotted path, what, remedy)"""


def length_rules(path: str, traffic: Traffic, written: Collection[str]) -> Found:
    """One length distribution or a mix whose shares add to 1; `written` are the paths that the file contains."""
    if traffic.mix is None:
        yield from _ordered(path, traffic)
        if f"{path}.mix" not in written:
            missing = (key for key in LENGTHS if getattr(traffic, key) is None)
            yield from ((f"{path}.{key}", "is missing", MISSING[key]) for key in missing)
        return
    for key in SINGLE_FORM:
        if f"{path}.{key}" in written:
            yield f"{path}.{key}", "the classes of `mix` state it each for itself", f"remove `{key}` here, or `mix`"
    for number, one in enumerate(traffic.mix):
        yield from _ordered(f"{path}.mix[{number}]", one)
    total = sum((exact(one.share) for one in traffic.mix), Fraction(0))
    if abs(total - 1) > SHARES_TOLERANCE:
        yield f"{path}.mix", f"the shares add to {float(total):.6g}", "correct them: together the classes are 1"


def _ordered(path: str, lengths: Traffic | TrafficClass) -> Found:
    for key in LENGTHS:
        given = getattr(lengths, key)
        if isinstance(given, TokenLengths) and given.mean > given.p95:
            what = f"the mean ({given.mean:g}) is above the 95th percentile ({given.p95:g})"
            yield f"{path}.{key}", what, "exchange them, or correct one"


def context_rules(path: str, workload: InferenceWorkload, traffic: Traffic) -> Found:
    """A context too short for the longest request."""
    longest = max(exact(c.input_lengths.p95) + exact(c.output_lengths.p95) for c in traffic.classes)
    if longest > workload.max_context_tokens:
        what = f"{workload.max_context_tokens} is shorter than p95 of prompt + answer = {float(longest):,.6g} tokens"
        yield f"{path}.max_context_tokens", what, f"write at least {-(-longest // 1)}"


def factor_rules(path: str, workload: InferenceWorkload) -> Found:
    """Factors of a load that nobody sizes."""
    if workload.traffic == "fit":
        for key in ("speculation", "disaggregation"):
            if getattr(workload, key) is not None:
                yield f"{path}.{key}", "with `traffic: fit` no load is sized", f"remove `{key}`, or state the traffic"
    elif workload.disaggregation is not None and workload.traffic.concurrent_requests is not None:
        what = "raises the requests/s of a card, but concurrent_requests asks for requests in flight"
        yield f"{path}.disaggregation", what, "remove it, or state peak_requests_per_s, users or tokens_per_day"
