"""Where the numbers of a plan come from: one line per fact it rests on."""

from collections.abc import Iterator, Sequence

from optimizer.inputs.prices import PriceBooks
from optimizer.inputs.workload import FinetuneWorkload, InferenceWorkload, TrainingWorkload
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.plan.plan import Source
from optimizer.sizing.calibrated import Calibration
from optimizer.sizing.option import Band


def sources(prepared: Prepared, offers: Sequence[str], placed: Sequence[Placed]) -> tuple[Source, ...]:
    """Prices, specifications, models and performance evidence of what the plan uses, then FX."""
    rows = [row for offer in offers for row in _machine(prepared.offer(offer))]
    rows += _models(prepared, placed)
    rows += _performance(prepared, placed)
    return tuple(dict.fromkeys([*rows, *_exchange_rate(prepared.request.book)]))


def _exchange_rate(books: PriceBooks) -> Iterator[Source]:
    spec = books.rate_book.usd_cny_spec
    if spec is not None:
        yield Source(
            item="CNY/USD",
            what=f"exchange rate ({books.rate_book.id})",
            value=str(books.usd_cny),
            source=spec.source,
            date=spec.date,
            confidence=spec.confidence,
        )


def _machine(facts: OfferFacts) -> Iterator[Source]:
    price = facts.price
    yield Source(
        item=facts.server.id,
        what=f"price ({price.basis}, {price.book}, VAT {price.vat})",
        value=f"{price.amount:.2f}",
        source=price.source,
        date=price.date,
        confidence=price.confidence,
    )
    if facts.may_buy and facts.card.availability is not None:
        yield Source(
            item=facts.card.id,
            what="availability in China",
            value=facts.card.availability,
            source=facts.card.availability_note,
            date=facts.card.spec.date if facts.card.spec else "undated",
            confidence="",
        )
    for item, what, spec in (
        (facts.server.id, "server specification", facts.server.spec),
        (facts.card.id, "card specification", facts.card.spec),
    ):
        if spec is not None:
            yield Source(item=item, what=what, value="", source=spec.source, date=spec.date, confidence=spec.confidence)


def _models(prepared: Prepared, placed: Sequence[Placed]) -> Iterator[Source]:
    workloads = prepared.request.requirements.workloads
    placed_workloads = [workloads[p.workload] for p in placed]
    used = {w.model for w in placed_workloads if isinstance(w, InferenceWorkload | TrainingWorkload)}
    for name in sorted(used):
        model = prepared.request.catalog.models[name]
        yield Source(
            item=name,
            what="model architecture",
            value=f"{model.total_params:,} parameters",
            source=model.spec.source,
            date=model.spec.date,
            confidence=model.spec.confidence,
        )


def _performance(prepared: Prepared, placed: Sequence[Placed]) -> Iterator[Source]:
    for p in placed:
        asked = prepared.request.requirements.workloads[p.workload]
        workload, band = asked.name, p.option.band
        if isinstance(asked, FinetuneWorkload) and asked.rl is not None and band is not None and p.option.mfu:
            yield _loop(f"{workload} / {p.option.server}", band, p.option.mfu)
            continue
        if band is not None:
            value = f"p10 {band.p10:g}, p50 {band.p50:g}, p90 {band.p90:g}"
            yield Source(
                item=f"{workload} / {p.option.server}",
                what="throughput model, band measured/predicted",
                value=value,
                source=band.source,
                date="undated",
                confidence="medium",
            )
            yield from _runs(f"{workload} / {p.option.server}", p.option.calibration)
            continue
        for row in prepared.request.measured:
            if row.workload == workload and row.server == p.option.server and row.cards and row.capacity:
                yield Source(
                    item=f"{workload} / {row.server}",
                    what="measured capacity",
                    value=f"{row.capacity} {row.unit} on {row.cards} cards",
                    source=row.source,
                    date=row.date,
                    confidence="high",
                )


def _loop(item: str, band: Band, efficiency: float) -> Source:
    """Reinforcement learning: the named efficiency with its range."""
    low, high = (round(factor * efficiency, 6) for factor in (band.p10, band.p90))
    return Source(
        item=item,
        what="efficiency of the whole RL loop",
        value=f"{efficiency:g} of the 16-bit peak" if low == high else f"{efficiency:g} ({low:g} to {high:g})",
        source=band.source,
        date="undated",
        confidence="low" if band.source.startswith("parameter ") else "",
    )


def _runs(item: str, found: Calibration | None) -> Iterator[Source]:
    """Measured runs behind a calibrated option, one line per source and date."""
    if found is None:
        return
    groups: dict[tuple[str, str, str], list[float]] = {}
    for run in found.runs:
        groups.setdefault((run.file, run.source, run.date), []).append(run.ratio)
    for (file, source, date), ratios in groups.items():
        rows = f"{len(ratios)} row{'s' if len(ratios) > 1 else ''} of {file}"
        yield Source(
            item=item,
            what="measured runs that calibrate the model",
            value=f"{rows}: measured/predicted {min(ratios):.2f} to {max(ratios):.2f}, factor {found.factor:.3f}",
            source=source,
            date=date,
            confidence="high",
        )
