"""Rates of a layout for one replica, one card and all cards, at the planning quantile and over the band."""

from typing import NamedTuple

from optimizer.plan.size.answer import Answer

SCOPES = ("replica", "card", "all")


class Rates(NamedTuple):
    """Per second."""

    scope: str
    """replica, card or all (cards)."""
    requests: float
    """At the planning quantile, as the next two."""
    output_tokens: float
    total_tokens: float
    output_tokens_p10: float
    output_tokens_p50: float
    output_tokens_p90: float


def rates(answer: Answer) -> tuple[Rates, ...]:
    """Empty where nothing fits. For requests in flight beyond what a replica carries: what it carries."""
    fit, speed, traffic = answer.best, answer.speed, answer.workload.traffic
    if fit is None or speed is None or traffic == "fit" or fit.option.band is None:
        return ()
    band, used = fit.option.band, fit.replicas
    if traffic.concurrent_requests is not None:
        used = min(used, traffic.concurrent_requests)
    share = {"replica": 1.0, "card": used / answer.machine.cards, "all": float(used)}
    planned = band.p10 if fit.option.quantile == "p10" else band.p50
    out = traffic.output_lengths.mean
    both = out + traffic.input_lengths.mean
    found = []
    for scope in SCOPES:
        point = speed.requests_per_s * share[scope]
        found.append(
            Rates(
                scope, point * planned, point * planned * out, point * planned * both,
                point * band.p10 * out, point * band.p50 * out, point * band.p90 * out,
            )
        )  # fmt: skip
    return tuple(found)
