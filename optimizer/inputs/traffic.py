"""Traffic of an inference workload and its limits on latency."""

from typing import Annotated

from pydantic import Field

from optimizer.frozen import Frozen
from optimizer.inputs.fields import Count, Flag, OpenShare, PositiveNumber, PositiveShare

TokenLength = Annotated[float, Field(strict=True, ge=1, lt=1e18, allow_inf_nan=False)]


class TokenLengths(Frozen):
    """Length distribution of prompts or answers, tokens."""

    mean: TokenLength
    p95: TokenLength


class Users(Frozen):
    """People → requests at the peak.

    headcount · active_share · requests_per_active_hour / 3600 · peak_factor, or
    headcount · active_share · requests_per_day / (busy_hours · 3600) · peak_factor.
    """

    headcount: Count
    active_share: PositiveShare = 1.0
    requests_per_active_hour: PositiveNumber | None = None
    requests_per_day: PositiveNumber | None = None
    busy_hours: Annotated[float, Field(strict=True, gt=0, le=24)] | None = None
    peak_factor: Annotated[float, Field(strict=True, ge=1, lt=1e6)] = 1.0


class TokensPerDay(Frozen):
    """Daily volume → requests: tokens / mean length / (busy_hours · 3600) · peak_factor."""

    input: PositiveNumber
    output: PositiveNumber
    busy_hours: Annotated[float, Field(strict=True, gt=0, le=24)]
    peak_factor: Annotated[float, Field(strict=True, ge=1, lt=1e6)] = 1.0


DEFAULT_AVERAGE_LOAD = 0.4


class TrafficClass(Frozen):
    """Requests of one length distribution within a mix."""

    share: PositiveShare
    """Of the requests; the shares of a mix add to 1."""
    input_tokens: TokenLengths | TokenLength
    output_tokens: TokenLengths | TokenLength
    prefix_cache_hit: OpenShare = 0.0
    """Share of prompt tokens found in the prefix cache: not computed again, still held in memory."""

    @property
    def input_lengths(self) -> TokenLengths:
        return _lengths(self.input_tokens)

    @property
    def output_lengths(self) -> TokenLengths:
        return _lengths(self.output_tokens)


class Traffic(Frozen):
    """Exactly one of the four forms, and the token lengths: of all requests, or a mix of classes."""

    peak_requests_per_s: PositiveNumber | None = None
    concurrent_requests: Count | None = None
    """Steadily in flight."""
    full_context: Flag = False
    """With concurrent_requests: KV cache sized at max_context_tokens instead of mean lengths."""
    users: Users | None = None
    tokens_per_day: TokensPerDay | None = None
    input_tokens: TokenLengths | TokenLength | None = None
    output_tokens: TokenLengths | TokenLength | None = None
    prefix_cache_hit: OpenShare = 0.0
    """Share of prompt tokens found in the prefix cache: not computed again, still held in memory."""
    mix: Annotated[tuple[TrafficClass, ...], Field(min_length=1, max_length=20)] | None = None
    """Classes of requests in place of the one length distribution (`rules.py` sees to it)."""
    average_load: PositiveShare | None = None
    """Mean / peak, for energy and cost per token. Absent: what a daily volume implies, else 0.4."""

    @property
    def mean_over_peak(self) -> float:
        """average_load as written; a daily volume implies busy_hours / (24 · peak_factor); else 0.4."""
        if self.average_load is not None:
            return self.average_load
        daily = self.tokens_per_day or (self.users if self.users and self.users.busy_hours else None)
        if daily is None or daily.busy_hours is None:
            return DEFAULT_AVERAGE_LOAD
        return daily.busy_hours / 24 / daily.peak_factor

    @property
    def classes(self) -> tuple[TrafficClass, ...]:
        """The mix, or the one length distribution as a class of share 1; empty where no lengths are stated."""
        if self.mix is not None:
            return self.mix
        if self.input_tokens is None or self.output_tokens is None:
            return ()
        one = TrafficClass(
            share=1.0, input_tokens=self.input_tokens, output_tokens=self.output_tokens,
            prefix_cache_hit=self.prefix_cache_hit,
        )  # fmt: skip
        return (one,)

    @property
    def input_lengths(self) -> TokenLengths:
        """Of all requests: mean by share, p95 of the longest class."""
        return _together([(c.share, c.input_lengths) for c in self.classes])

    @property
    def output_lengths(self) -> TokenLengths:
        return _together([(c.share, c.output_lengths) for c in self.classes])


def _together(parts: list[tuple[float, TokenLengths]]) -> TokenLengths:
    """A mix as one distribution. Raises ValueError where there is none."""
    if len(parts) == 1:
        return parts[0][1]
    return TokenLengths(mean=sum(share * each.mean for share, each in parts), p95=max(each.p95 for _, each in parts))


def _lengths(value: TokenLengths | float) -> TokenLengths:
    return value if isinstance(value, TokenLengths) else TokenLengths(mean=value, p95=value)


Milliseconds = Annotated[float, Field(strict=True, gt=0, lt=1e9, allow_inf_nan=False)]
"""Up to eleven days."""


class Latency(Frozen):
    """Limits at the 95th percentile; absent = not limited."""

    ttft_p95_ms: Milliseconds | None = None
    tpot_p95_ms: Milliseconds | None = None
    e2e_p95_ms: Milliseconds | None = None
    tokens_per_s_per_user: PositiveNumber | None = None
    """= 1000 / tpot_p95_ms."""

    @property
    def tpot_limit_ms(self) -> float | None:
        """The TPOT limit in either spelling, ms."""
        if self.tpot_p95_ms is not None:
            return self.tpot_p95_ms
        return None if self.tokens_per_s_per_user is None else 1000 / self.tokens_per_s_per_user
