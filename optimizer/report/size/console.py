"""A sizing on the console, 80 columns where it is no terminal: verdict, memory, speed, other layouts, changes."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from optimizer.plan.size.answer import Answer
from optimizer.plan.size.changes import Change
from optimizer.plan.size.fit import Fit
from optimizer.plan.size.machine import Machine
from optimizer.report.plan_texts import in_both
from optimizer.report.quantities import readable
from optimizer.report.rank.table import Cell, Column, table
from optimizer.report.rejection_words import limit_name, rejection_words
from optimizer.report.size.binding import binding
from optimizer.report.size.memory_lines import gb, memory_lines
from optimizer.report.size.notes import notes
from optimizer.report.size.rates import Rates, rates
from optimizer.report.size.words import word
from optimizer.report.terminal import foreign, terminal
from optimizer.sizing.fitted import FITTED
from optimizer.sizing.layouts import Split

if TYPE_CHECKING:
    from rich.table import Table


def print_answer(answer: Answer, language: str) -> None:
    """Everything, best layout first."""
    console = terminal()
    for line in _head(answer, language):
        console.print(foreign(line))
    if answer.memory is not None:
        console.print(foreign(word("memory", language)))
        model = answer.request.catalog.models[answer.workload.model]
        console.print(pairs(memory_lines(answer.memory, model, language)))
    if answer.speed is not None:
        console.print(foreign(_band(answer, language)))
        console.print(_rates(answer, language))
        for line in _speed(answer, language):
            console.print(foreign(line))
    if len(answer.fits) > 1:
        console.print(foreign(word("runners_up", language)))
        console.print(_layouts(answer.fits[1:], language))
    if answer.status != "fits":
        console.print(foreign(word("changes" if answer.changes else "no_change", language)))
        for change in answer.changes:
            console.print(foreign(f"- {change_words(change, language)}"))
    for note in notes(answer, language):
        console.print(foreign(f"* {note}"))
    console.print(foreign(_basis(answer, language)))


def split_words(precision: str, split: Split) -> str:
    """`fp8 TP8`, with stages and expert group where there are such."""
    group = f" EP{split.group}" if split.group > split.tensor else ""
    stages = f" PP{split.pipeline}" if split.pipeline > 1 else ""
    return f"{precision} TP{split.tensor}{stages}{group}"


def change_words(change: Change, language: str) -> str:
    """What to change, what it leads to, and the price of another server."""
    name = word(f"change.{change.kind}", language)
    unit = in_both(change.unit, language).here
    after = f"{change.after} {unit}".strip()
    text = word("change", language).format(kind=name, before=change.before, after=after)
    text += f" ({change.machine.cards} × {change.machine.server.card}, {server_words(change.machine, language)}, "
    text += f"{split_words(change.fit.sized.precision, change.fit.sized.split)} × {change.fit.replicas})"
    if change.price is None:
        return text
    confidence = rejection_words(change.price.confidence, language).here
    return text + word("change_price", language).format(price=change.price.amount, confidence=confidence)


def server_words(machine: Machine, language: str) -> str:
    """Its id, and how many of it."""
    if machine.servers == 1:
        return machine.server.id
    return word("several", language).format(servers=machine.servers, server=machine.server.id)


def _head(answer: Answer, language: str) -> Iterator[str]:
    machine = answer.machine
    card = answer.request.catalog.cards[machine.server.card]
    yield word("title", language).format(
        model=answer.workload.model, cards=machine.cards, card=card.name or card.id,
        server=server_words(machine, language), verdict=word(answer.status, language),
    )  # fmt: skip
    if (fit := answer.best) is not None:
        yield word("layout", language).format(
            layout=split_words(fit.sized.precision, fit.sized.split), devices=fit.sized.split.devices,
            replicas=fit.replicas, engine=fit.bench.engine.id,
        )  # fmt: skip
    elif answer.refused is not None and answer.refused.split is not None:
        split = answer.refused.split
        layout = split_words(answer.refused.precision or "", split)
        yield word("nearest_layout", language).format(layout=layout, devices=split.devices)
    yield word("binding", language).format(text=_binding(answer, language))
    traffic = answer.workload.traffic
    if answer.status == "does_not_carry" and traffic != "fit" and answer.best is not None:
        carried = int(answer.best.capacity)
        yield word("carried", language).format(asked=traffic.concurrent_requests, carried=carried)


def _binding(answer: Answer, language: str) -> str:
    bound = binding(answer)
    needed, available = (
        rejection_words(readable(value, bound.unit), language).here for value in (bound.needed, bound.available)
    )
    if answer.refused is not None:
        limit = limit_name(bound.limit, language).here
        return word("rejected", language).format(limit=limit, needed=needed, available=available)
    following = answer.speed.planned_batch + 1 if answer.speed else 0
    if bound.limit == "engine":
        available = f"{bound.available}"
    return word(f"bind.{bound.limit}", language).format(needed=needed, available=available, next=following)


def pairs(lines: Iterable[tuple[str, str]]) -> "Table":
    """Names and sums in two columns."""
    from rich.table import Table

    made = Table(box=None, padding=(0, 1, 0, 1), show_header=False)
    made.add_column()
    made.add_column(overflow="fold")
    for name, text in lines:
        made.add_row(foreign(name), foreign(text))
    return made


def _band(answer: Answer, language: str) -> str:
    fit = answer.best
    if fit is None or (band := fit.option.band) is None:
        return ""
    factor = band.p10 if fit.option.quantile == "p10" else band.p50
    shown = f"{band.p10:g}/{band.p50:g}/{band.p90:g}"
    return word("throughput", language).format(quantile=fit.option.quantile, factor=factor, band=shown)


def _rates(answer: Answer, language: str) -> "Table":
    heads = [Column(("",), 14, right=False)]
    heads += [Column((word(key, language),), 14 if key == "output" else 10) for key in ("requests", "output", "both")]
    heads += [Column((quantile,), 9) for quantile in ("p10", "p50", "p90")]
    return table(heads, [_rate_cells(each, answer, language) for each in rates(answer)])


def _rate_cells(each: Rates, answer: Answer, language: str) -> list[Cell]:
    name = word(each.scope, language).format(cards=answer.machine.cards)
    amounts = (
        each.output_tokens, each.total_tokens, each.output_tokens_p10, each.output_tokens_p50, each.output_tokens_p90,
    )  # fmt: skip
    return [(name,), (f"{each.requests:.4g}",), *((figure(amount),) for amount in amounts)]


def figure(amount: float) -> str:
    """Four digits, large ones whole.

    >>> figure(424.531), figure(12345.6)
    ('424.5', '12,346')
    """
    return f"{amount:,.0f}" if amount >= 1000 else f"{amount:.4g}"


def _speed(answer: Answer, language: str) -> Iterator[str]:
    speed, fit = answer.speed, answer.best
    if speed is None or fit is None:
        return
    none, ttft, tpot = word("no_limit", language), answer.workload.latency.ttft_p95_ms, answer.tpot_limit_ms
    if speed.planned_requests_per_s is None:
        yield word("flight_text", language).format(
            batch=speed.batch, most=speed.planned_batch, waiting=speed.waiting, wait=speed.wait_s
        )
    else:
        yield word("rate_text", language).format(
            steady=speed.steady_requests_per_s, load=answer.request.requirements.sizing.load_limit,
            planned=speed.planned_requests_per_s,
        )  # fmt: skip
    limit = none if ttft is None else f"{ttft:g} ms"
    yield word("ttft", language).format(mean=speed.ttft_mean_ms, p95=speed.ttft_p95_ms, limit=limit)
    yield word("tpot", language).format(
        mean=speed.tpot_mean_ms, p95=speed.tpot_ms, limit=none if tpot is None else f"{tpot:g} ms"
    )
    facts = fit.bench.facts
    yield word("stream", language).format(
        ceiling=speed.stream_ceiling_tokens_per_s, predicted=speed.stream_tokens_per_s,
        bandwidth=f"{gb(facts.memory_bandwidth_bytes_per_s / facts.devices)} GB/s",
        read=f"{gb(speed.stream_read_bytes)} GB",
    )  # fmt: skip
    step = speed.step
    yield word("step", language).format(
        batch=speed.batch, step=step.step_ms, weights=step.weights_ms, cache=step.cache_ms, compute=step.compute_ms,
        floor=step.floor_ms, link=step.link_ms, sequences=step.sequences_ms,
    )  # fmt: skip
    yield word("step_rule", language).format(q=FITTED["floor_exponent"])


def _layouts(fits: tuple[Fit, ...], language: str) -> "Table":
    heads = [
        Column((word("head.layout", language),), 24, right=False),
        Column((word("head.replicas", language),), 9),
        Column((word("head.batch", language),), 8),
        Column((word("head.capacity", language),), 28),
        Column((word("head.tpot", language),), 8),
    ]
    rows: list[list[Cell]] = []
    for fit in fits:
        latencies = fit.option.latencies
        rows.append(
            [
                (split_words(fit.sized.precision, fit.sized.split),),
                (f"{fit.replicas}",),
                (f"{fit.option.concurrency}",),
                (f"{float(fit.capacity):,.4g} {fit.option.unit}",),
                (f"{latencies.tpot_p95_ms:.4g}" if latencies else "–",),
            ]
        )
    return table(heads, rows)


def _basis(answer: Answer, language: str) -> str:
    workload = answer.workload
    if workload.traffic == "fit":
        return ""
    return word("basis", language).format(
        input=workload.traffic.input_lengths.mean, output=workload.traffic.output_lengths.mean,
        context=workload.max_context_tokens, use=workload.memory_use,
    )  # fmt: skip
