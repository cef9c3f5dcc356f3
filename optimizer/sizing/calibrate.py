"""Measured runs of the user's (long form) correct the model: r = measured / predicted.

    same card, engine class and model    1–2 runs: factor = g^0.7     3 and more: factor = g     g = geometric mean of r
    runs of other models only            factor = g^0.5 where nothing published stands behind the card, else 1
    other cards and engine classes       nothing

Every time of the card is divided by the factor before the planned rate is searched: a slower card is slower in
throughput and in latency, and the limits are checked with it. The band of the same model narrows to what runs left
over when a card family was predicted without its own rows; other models keep theirs.
Source: docs/calibration.md, printed by `python -m benchmarks.calibration`.
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from optimizer.errors import InputError, Problem
from optimizer.sizing.calibrated import Calibration, RunRatio
from optimizer.sizing.families import band_of
from optimizer.sizing.option import Band
from optimizer.sizing.predict_run import NoPrediction, predicted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from optimizer.inputs.catalog import Card, Catalog
    from optimizer.inputs.measured_run import MeasuredRun
    from optimizer.inputs.request import Request
    from optimizer.sizing.throughput import Replica

MANY_RUNS = 3
"""From here on the geometric mean counts in full."""
FEW_EXPONENT = 0.7
OTHER_MODEL_EXPONENT = 0.5
MOST_RATIO = 20.0
"""A run further from the model than this, either way, has a unit, a count or a setting wrong."""

_FROM = "docs/calibration.md"
_FEW = Band(p10=0.73, p50=1.02, p90=1.36, source=f"{_FROM}, one run")
MANY = Band(p10=0.76, p50=1.00, p90=1.34, source=f"{_FROM}, three runs")
_FEW_DOMESTIC = Band(p10=0.71, p50=1.00, p90=1.35, source=f"{_FROM}, one run, Chinese cards")
_MANY_DOMESTIC = Band(p10=0.72, p50=1.00, p90=1.31, source=f"{_FROM}, three runs, Chinese cards")


def calibration(
    request: Request, card: Card, engine_class: str, model_id: str, *, has_evidence: bool
) -> Calibration | None:
    """What the request's runs say about a model on a card; None where they say nothing.

    `has_evidence`: enough published rows stand behind the card (the rule of the quantile `auto`).
    """
    runs = _runs_on(request, card, engine_class)
    own = [run for run in runs if run.model == model_id]
    if not runs or (has_evidence and not own):
        return None
    ratios = tuple(_ratio(run, request.catalog) for run in own or runs)
    exponent = OTHER_MODEL_EXPONENT
    if own:
        exponent = 1.0 if len(own) >= MANY_RUNS else FEW_EXPONENT
    return Calibration(factor=factor([r.ratio for r in ratios], exponent), same_model=bool(own), runs=ratios)


def _runs_on(request: Request, card: Card, engine_class: str) -> list[MeasuredRun]:
    return [run for run in request.runs if run.card == card.id and run.engine_class == engine_class]


def factor(ratios: Sequence[float], exponent: float) -> float:
    """Geometric mean of the ratios, to a power.

    >>> factor([0.5, 2.0], 1.0), factor([4.0], 0.5)
    (1.0, 2.0)
    """
    return math.exp(exponent * math.fsum(map(math.log, ratios)) / len(ratios))


def _ratio(run: MeasuredRun, catalog: Catalog) -> RunRatio:
    rate = predicted(run, catalog)
    if isinstance(rate, NoPrediction):
        raise InputError([_problem(run, *rate)])
    return RunRatio(
        file=run.file, line=run.line, model=run.model, predicted=rate, ratio=run.value / rate,
        context_tokens=run.input_tokens + run.output_tokens / 2, source=run.source, date=run.date,
    )  # fmt: skip


def at_pace(r: Replica, times_as_fast: float) -> Replica:
    """The same replica with every time divided by the factor."""
    times = {f.name: getattr(r, f.name) / times_as_fast for f in fields(r) if f.name.endswith("_s")}
    return replace(r, **times)


def narrowed(band: Band, found: Calibration, card: Card, engine_class: str) -> Band:
    """The band around a calibrated prediction: what runs left over, or the family's own spread where that is less.

    Runs that lie under another band than the option (Ascend: short runs, long contexts) leave the band as it is.
    """
    if not found.same_model or any(band_of(card, engine_class, r.context_tokens) != band for r in found.runs):
        return band
    many = len(found.runs) >= MANY_RUNS
    left = (_MANY_DOMESTIC if many else _FEW_DOMESTIC) if card.domestic else (MANY if many else _FEW)
    return Band(
        p10=round(max(left.p10, left.p50 * band.p10 / band.p50), 3),
        p50=left.p50,
        p90=round(min(left.p90, left.p50 * band.p90 / band.p50), 3),
        source=left.source,
    )


def notes(request: Request, card: Card, engine_class: str, found: Calibration | None) -> tuple[str, ...]:
    """What was used of the request's runs on this card, or that they were passed over."""
    if found is None:
        runs = _runs_on(request, card, engine_class)
        return (f"{_rows(runs)} on other models not applied: published rows stand behind the card",) if runs else ()
    if found.same_model:
        return (f"calibrated by {_rows(found.runs)}, factor {found.factor:.2f}",)
    return (f"calibrated by {_rows(found.runs)} on other models, factor {found.factor:.2f}, band kept",)


def _rows(runs: Sequence[MeasuredRun | RunRatio]) -> str:
    files = ", ".join(dict.fromkeys(run.file for run in runs))
    return f"{len(runs)} row{'s' if len(runs) > 1 else ''} of {files}"


def refuse_unusable_runs(request: Request) -> None:
    """Raises InputError with every run that the model cannot predict, or that is absurdly far from it."""
    problems = list(_problems(request))
    if problems:
        raise InputError(sorted(problems, key=lambda p: (p.file, p.line)))


def _problems(request: Request) -> Iterator[Problem]:
    for run in request.runs:
        rate = predicted(run, request.catalog)
        if isinstance(rate, NoPrediction):
            yield _problem(run, *rate)
        elif not 1 / MOST_RATIO <= run.value / rate <= MOST_RATIO:
            what = f"measured {run.value:.10g}, {run.value / rate:.3g} times the {rate:.4g} predicted ({run.metric})"
            remedy = "correct metric, value (of the whole system), cards, lengths or concurrency, or remove the row"
            yield _problem(run, "value", what, remedy)


def _problem(run: MeasuredRun, name: str, what: str, remedy: str) -> Problem:
    column = dict(run.columns).get(name, 1)
    return Problem(file=run.file, line=run.line, column=column, path=name, what=what, remedy=remedy)
