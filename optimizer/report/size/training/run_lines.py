"""Speed, time, energy and cost of one training run, each with what it is made of."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.plan.size.training.answer import TrainingAnswer
from optimizer.plan.size.training.run import OwnCardHour, Run
from optimizer.plan.size.training.search import Trained
from optimizer.report.plan_texts import in_both
from optimizer.report.rank.table import Cell, Column, table
from optimizer.report.rejection_words import rejection_words
from optimizer.report.size.console import figure
from optimizer.report.size.memory_lines import gb
from optimizer.report.size.training.sums import number
from optimizer.report.size.training.words import word
from optimizer.report.texts import label
from optimizer.sizing.goodput import interruptions
from optimizer.sizing.training_fitted import TRAINING_FITTED

if TYPE_CHECKING:
    from rich.table import Table

MICRO, HOUR = 1e6, 3600


def speed_lines(answer: TrainingAnswer, best: Trained, language: str) -> Iterator[str]:
    """Tokens/s, MFU, goodput and days as products."""
    gang, work, made = best.gang, best.placed.work, best.trainer
    rate, peak, flops = figure(gang.tokens_per_s), number(made.peak_flops), number(work.model_flops)
    devices = gang.layout.devices
    if made.mfu is not None:
        yield word("own_mfu", language).format(devices=devices, mfu=made.mfu, peak=peak, flops=flops, rate=rate)
    else:
        yield word("speed", language).format(
            devices=devices, seconds=f"{best.placed.seconds.total * MICRO:.5g}", rate=rate,
            card=figure(gang.tokens_per_s / best.machine.cards), mfu=made.mfu_of(gang),
            each=figure(gang.tokens_per_s / gang.devices), flops=flops, peak=peak,
        )  # fmt: skip
    lost = interruptions(work, gang.devices)
    yield word("goodput", language).format(
        goodput=gang.goodput, pause=TRAINING_FITTED["pause"], interval=lost.interval_s / HOUR, write=lost.write_s,
        checkpoint=gb(lost.checkpoint_bytes), mtbf=lost.mtbf_s / HOUR,
    )  # fmt: skip
    limit = word("no_limit", language) if answer.job.days is None else f"{answer.job.days:g}"
    tokens = answer.job.workload.job_tokens
    yield word("days", language).format(
        quantile=made.quantile, tokens=number(tokens), rate=rate, goodput=gang.goodput, factor=made.quantile_factor,
        days=figure(best.days(tokens)), limit=limit,
    )  # fmt: skip


def run_table(run: Run, language: str) -> "Table":
    """One row a quantile, slow first."""
    keys = ("days", "card_hours", "energy", "electricity", "own", "rent")
    heads = [Column((word("head.quantile", language),), 12, right=False)]
    heads += [Column((word(f"head.{key}", language),), 8 if key == "days" else 12) for key in keys]
    rows: list[list[Cell]] = []
    for spell in run.spells:
        amounts = (
            spell.days, spell.card_hours, spell.energy_kwh, spell.electricity_cny, spell.own_cny, spell.rent_cny,
        )  # fmt: skip
        rows.append([(word(f"quantile.{spell.quantile}", language),), *((_amount(each),) for each in amounts)])
    return table(heads, rows)


def run_lines(run: Run, language: str) -> Iterator[str]:
    """Where energy and money come from."""
    if run.power is None:
        yield word("no_power", language)
    else:
        power = run.power
        yield word("energy_basis", language).format(
            server_w=power.server_w, server_cards=power.server_cards, pue=power.pue, kw=power.card_kw,
            price=power.price_per_kwh,
        )  # fmt: skip
    yield word("no_own", language) if run.own is None else _own(run.own, language)
    if run.rent is None:
        yield word("no_rent", language)
    else:
        confidence = rejection_words(run.rent.confidence, language).here
        yield word("rent_basis", language).format(
            price=run.rent.price_per_card_hour,
            server=run.rent.server,
            date=in_both(run.rent.date, language).here,
            confidence=confidence,
        )


def _own(own: OwnCardHour, language: str) -> str:
    price, date = own.price, in_both(own.price.date, language).here
    servers, energy, resale = (own.items.get(item, 0) for item in ("servers", "energy", "resale"))
    return word("own_basis", language).format(
        total=own.total, servers=servers, energy=energy, resale=-resale, other=own.total - servers - energy - resale,
        price=price.amount, basis=label(f"basis.{price.basis}", language), date=date,
        confidence=rejection_words(price.confidence, language).here, years=own.horizon_years,
    )  # fmt: skip


def _amount(value: float | None) -> str:
    return "–" if value is None else figure(value)
