"""A training job's sizing on the console, 80 columns where it is no terminal."""

from collections.abc import Iterator

from optimizer.plan.size.training.answer import TrainingAnswer
from optimizer.plan.size.training.search import Trained
from optimizer.report.plan_texts import in_both
from optimizer.report.quantities import in_reading_unit
from optimizer.report.rank.table import Cell, Column, table
from optimizer.report.rejection_words import limit_name, rejection_words
from optimizer.report.size.console import figure, pairs, server_words
from optimizer.report.size.memory_lines import gb
from optimizer.report.size.training.memory_lines import memory_lines
from optimizer.report.size.training.names import change_words, placed_words
from optimizer.report.size.training.notes import training_notes
from optimizer.report.size.training.run_lines import run_lines, run_table, speed_lines
from optimizer.report.size.training.sums import number
from optimizer.report.size.training.time_lines import linear_rate, links, time_lines
from optimizer.report.size.training.words import word
from optimizer.report.terminal import foreign, terminal
from optimizer.sizing.option import Rejection
from optimizer.sizing.training_families import efficiency
from optimizer.sizing.training_memory import FITS_MARGIN
from optimizer.sizing.training_search import Placed

MICRO = 1e6


def print_training(answer: TrainingAnswer, language: str) -> None:
    """Everything, best layout first."""
    console = terminal()
    for line in _head(answer, language):
        console.print(foreign(line))
    if answer.placed is not None:
        console.print(foreign(word("memory", language)))
        console.print(pairs(_memory(answer, answer.placed, language)))
    if (best := answer.best) is not None and answer.run is not None:
        if best.trainer.mfu is None:
            console.print(foreign(word("time", language)))
            console.print(pairs(_time(best.placed, language)))
            for line in _rates(best, language):
                console.print(foreign(line))
        for line in speed_lines(answer, best, language):
            console.print(foreign(line))
        console.print(run_table(answer.run, language))
        for line in run_lines(answer.run, language):
            console.print(foreign(line))
    if len(answer.found) > 1:
        console.print(foreign(word("runners_up", language)))
        console.print(_layouts(answer.found[1:], language))
    if answer.status != "fits":
        console.print(foreign(word("changes" if answer.changes else "no_change", language)))
        for change in answer.changes:
            console.print(foreign(f"- {change_words(change, answer.job.workload.job_tokens, language)}"))
    for note in training_notes(answer, language):
        console.print(foreign(f"* {note}"))
    console.print(foreign(_basis(answer, language)))


def _head(answer: TrainingAnswer, language: str) -> Iterator[str]:
    machine, workload = answer.machine, answer.job.workload
    card = answer.job.request.catalog.cards[machine.server.card]
    how = "pretrain" if workload.kind == "pretrain" else workload.method
    yield word("title", language).format(
        model=workload.model, how=word(f"how.{how}", language), cards=machine.cards, card=card.name or card.id,
        server=server_words(machine, language), verdict=word(answer.status, language),
    )  # fmt: skip
    placed, trainer = answer.placed, answer.trainer
    if placed is not None and trainer is not None:
        layout = placed.layout
        recompute = word("recompute.all" if layout.recompute else "recompute.none", language)
        yield word("layout" if answer.best else "nearest_layout", language).format(
            layout=placed_words(placed), precision=trainer.precision, batch=layout.micro_batch,
            sequence=placed.work.sequence_tokens, steps=layout.micro_steps, recompute=recompute,
        )  # fmt: skip
    if answer.missed is not None:
        yield _rejected(answer.missed.rejection, language)
    elif answer.status == "too_slow" and answer.best is not None and answer.job.days is not None:
        days = figure(answer.best.days(workload.job_tokens))
        yield word("late", language).format(limit=answer.job.days, days=days)


def _rejected(rejection: Rejection, language: str) -> str:
    needed, available = (_quantity(each, rejection.unit, language) for each in (rejection.needed, rejection.available))
    name = limit_name(rejection.limit, language).here
    return word("rejected", language).format(limit=name, needed=needed, available=available)


def _quantity(value: float | str, unit: str, language: str) -> str:
    shown, unit = in_reading_unit(value, unit)
    if isinstance(shown, str):
        return rejection_words(shown, language).here
    return f"{figure(shown)} {in_both(unit, language).here}".strip()


def _memory(answer: TrainingAnswer, placed: Placed, language: str) -> Iterator[tuple[str, str]]:
    total, memory = placed.memory.total, placed.machine.memory_bytes
    for line in memory_lines(placed):
        if line.name != "host":
            yield word(line.name, language), f"{line.arithmetic} = {gb(line.amount)}"
    left = memory - total
    key = "total_short" if left < 0 else "total_fits" if total * FITS_MARGIN <= memory else "total_tight"
    text = word(key, language).format(total=gb(total), memory=gb(memory), left=gb(left), short=gb(-left))
    yield word("total", language), text
    host = next((line for line in memory_lines(placed) if line.name == "host"), None)
    if host is not None and (trainer := answer.trainer) is not None:
        devices = trainer.devices * answer.machine.servers
        text = word("host_text", language).format(
            sum=host.arithmetic, each=gb(host.amount), server=gb(trainer.host_bytes(placed, devices)),
            limit=gb(trainer.host_limit_bytes),
        )  # fmt: skip
        yield word("host", language), text


def _time(placed: Placed, language: str) -> Iterator[tuple[str, str]]:
    seconds = placed.seconds
    for line in time_lines(placed):
        yield word(line.name, language), f"{line.arithmetic} = {line.amount * MICRO:.4g}"
    linear, attention, launch, data = (
        f"{each * MICRO:.4g}" for each in (seconds.linear, seconds.attention, seconds.launch, seconds.data)
    )
    rest = (seconds.tensor + seconds.expert + seconds.optimizer + seconds.offload) * MICRO
    yield (
        word("step", language),
        word("step_text", language).format(
            linear=linear, attention=attention, launch=launch, data=data, rest=f"{rest:.4g}", bubble=seconds.bubble,
            doublings=seconds.doublings, total=f"{seconds.total * MICRO:.4g}",
        ),
    )  # fmt: skip


def _rates(found: Trained, language: str) -> Iterator[str]:
    """Where arithmetic and links get their rates from: what makes one card differ from another."""
    placed, machine = found.placed, found.placed.machine
    reached = efficiency(machine.efficiency)
    yield word("arithmetic", language).format(
        peak=number(machine.flops), eta=reached, family=machine.efficiency,
        other=linear_rate(placed) / machine.flops / reached,
    )  # fmt: skip
    beta, server = links(placed), found.machine.server
    key = "links" if found.machine.servers > 1 else "links_inside"
    yield word(key, language).format(
        inside=gb(beta.inside), outside=gb(beta.outside), data=gb(beta.data),
        link=server.scale_up_link if found.trainer.is_linked else "PCIe",
    )  # fmt: skip


def _layouts(found: tuple[Trained, ...], language: str) -> object:
    heads = [
        Column((word("head.layout", language),), 30, right=False),
        Column((word("head.batch", language),), 8),
        Column((word("head.recompute", language),), 14),
        Column((word("head.memory", language),), 12),
        Column((word("head.rate", language),), 12),
    ]
    rows: list[list[Cell]] = []
    for each in found:
        recompute = word("recompute.all" if each.placed.layout.recompute else "recompute.none", language)
        rows.append(
            [
                (placed_words(each.placed),),
                (f"{each.placed.layout.micro_batch:g}",),
                (recompute,),
                (gb(each.gang.memory.total),),
                (figure(each.gang.tokens_per_s),),
            ]
        )
    return table(heads, rows)


def _basis(answer: TrainingAnswer, language: str) -> str:
    job = answer.job
    batch = word("batch.open" if job.batch_tokens is None else "batch.given", language).format(tokens=job.batch_tokens)
    return word("basis", language).format(
        sequence=job.workload.sequence_length, precision=", ".join(job.workload.precision), batch=batch
    )
