"""A training job's sizing as one object with the same names for every outcome; the unit is in the name."""

from typing import Any

from optimizer.plan.size.training.answer import TrainingAnswer
from optimizer.plan.size.training.changes import Change
from optimizer.plan.size.training.run import Run
from optimizer.plan.size.training.search import Trained
from optimizer.report.size.training.memory_lines import memory_lines
from optimizer.report.size.training.notes import training_notes
from optimizer.report.size.training.time_lines import linear_rate, links, time_lines
from optimizer.sizing.training_families import efficiency
from optimizer.sizing.training_layout import TrainingLayout
from optimizer.sizing.training_search import Placed

Json = dict[str, Any]


def training_json(answer: TrainingAnswer) -> Json:
    """What does not apply is null or empty."""
    best, placed, machine = answer.best, answer.placed, answer.machine
    return {
        "status": answer.status,
        "problems": [],
        "model": answer.job.workload.model,
        "card": machine.server.card,
        "server": machine.server.id,
        "servers": machine.servers,
        "cards": machine.cards,
        "asked": _asked(answer),
        "rejection": answer.missed.rejection.model_dump(exclude={"workload", "server"}) if answer.missed else None,
        "layout": _layout(placed.layout) if placed else None,
        "memory": _memory(answer, placed) if placed else None,
        "time": _time(placed) if best and placed and best.trainer.mfu is None else None,
        "speed": _speed(best) if best else None,
        "run": _run(answer.run) if answer.run else None,
        "servers_needed": answer.needed.machine.servers if answer.needed else None,
        "runners_up": [_runner(each) for each in answer.found[1:]],
        "changes": [_change(each, answer.job.workload.job_tokens) for each in answer.changes],
        "notes": training_notes(answer, "en"),
        "assumptions": [
            each.model_dump() for each in answer.job.request.assumptions if each.path.startswith("workloads")
        ],
    }


def _asked(answer: TrainingAnswer) -> Json:
    """Defaults filled in."""
    job, workload = answer.job, answer.job.workload
    fabric = job.request.requirements.site.fabric
    return {
        "train": "pretrain" if workload.kind == "pretrain" else workload.method,
        "tokens": workload.job_tokens,
        "sequence_tokens": workload.sequence_length,
        "precision": list(workload.precision),
        "batch_tokens": job.batch_tokens,
        "deadline_days": job.days,
        "mfu": workload.mfu,
        "offload": job.offload,
        "fabric_gbit_per_s_per_card": fabric.gbps_per_card if fabric else None,
    }


def _layout(layout: TrainingLayout) -> Json:
    return {
        "tensor_parallel": layout.tensor,
        "pipeline_parallel": layout.pipeline,
        "context_parallel": layout.context,
        "data_parallel": round(layout.data),
        "expert_parallel": layout.experts,
        "zero_stage": layout.zero,
        "recomputed_share": layout.recompute,
        "micro_batch_sequences": layout.micro_batch,
        "micro_steps": layout.micro_steps,
        "offload": layout.offload,
        "devices": layout.devices,
    }


def _memory(answer: TrainingAnswer, placed: Placed) -> Json:
    """Of one device; `host` is no part of the total."""
    trainer, memory = answer.trainer, placed.memory
    devices = trainer.devices * answer.machine.servers if trainer else placed.layout.devices
    return {
        "lines": [{"name": e.name, "arithmetic": e.arithmetic, "bytes": e.amount} for e in memory_lines(placed)],
        "total_bytes": memory.total,
        "device_memory_bytes": placed.machine.memory_bytes,
        "missing_bytes": placed.missing_bytes,
        "fits": placed.fits,
        "holds": placed.holds,
        "host_bytes_per_server": trainer.host_bytes(placed, devices) if trainer else None,
        "host_limit_bytes_per_server": trainer.host_limit_bytes if trainer else None,
    }


def _time(placed: Placed) -> Json:
    """Device-seconds per token, and the rates behind them."""
    seconds, beta, reached = placed.seconds, links(placed), efficiency(placed.machine.efficiency)
    return {
        "lines": [{"name": e.name, "arithmetic": e.arithmetic, "s_per_token": e.amount} for e in time_lines(placed)],
        "bubble_factor": seconds.bubble,
        "doublings_factor": seconds.doublings,
        "total_s_per_token": seconds.total,
        "peak_flops": placed.machine.flops,
        "efficiency": reached,
        "efficiency_family": placed.machine.efficiency,
        "linear_flops": linear_rate(placed),
        "inside_bytes_per_s": beta.inside,
        "outside_bytes_per_s": beta.outside,
        "data_bytes_per_s": beta.data,
    }


def _speed(best: Trained) -> Json:
    gang, trainer = best.gang, best.trainer
    return {
        "tokens_per_s": gang.tokens_per_s,
        "tokens_per_s_per_card": gang.tokens_per_s / best.machine.cards,
        "mfu": trainer.mfu_of(gang),
        "goodput": gang.goodput,
        "quantile": trainer.quantile,
        "band": trainer.band.model_dump(),
    }


def _run(run: Run) -> Json:
    power, own, rent = run.power, run.own, run.rent
    return {
        "quantile": run.planned,
        **run.at_plan.model_dump(exclude={"quantile"}),
        "band": [spell.model_dump() for spell in run.spells],
        "card_kw": float(power.card_kw) if power else None,
        "price_per_kwh_cny": float(power.price_per_kwh) if power else None,
        "own_cny_per_card_hour": float(own.total) if own else None,
        "own_items_cny_per_card_hour": {item: float(amount) for item, amount in own.items.items()} if own else {},
        "server_price_cny": float(own.price.amount) if own else None,
        "server_price_basis": own.price.basis if own else None,
        "server_price_date": own.price.date if own else None,
        "server_price_source": own.price.source if own else None,
        "server_price_confidence": own.price.confidence if own else None,
        "rent_cny_per_card_hour": float(rent.price_per_card_hour) if rent else None,
        "rent_server": rent.server if rent else None,
        "rent_date": rent.date if rent else None,
        "rent_source": rent.source if rent else None,
        "rent_confidence": rent.confidence if rent else None,
    }


def _runner(found: Trained) -> Json:
    return {
        **_layout(found.placed.layout),
        "total_bytes": found.gang.memory.total,
        "fits": found.gang.fits,
        "tokens_per_s": found.gang.tokens_per_s,
    }


def _change(change: Change, tokens: int) -> Json:
    found, price = change.found, change.price
    return {
        "kind": change.kind,
        "from": change.before,
        "to": change.after,
        "card": found.machine.server.card,
        "server": found.machine.server.id,
        "servers": found.machine.servers,
        "cards": found.machine.cards,
        "layout": _layout(found.placed.layout),
        "total_bytes": found.gang.memory.total,
        "days": found.days(tokens),
        "price_cny": float(price.amount) * found.machine.servers if price else None,
        "price_date": price.date if price else None,
        "price_source": price.source if price else None,
        "price_confidence": price.confidence if price else None,
    }
