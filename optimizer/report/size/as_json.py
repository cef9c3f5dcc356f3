"""A sizing as one object with the same names for every outcome; the unit is in the name."""

from typing import Any

from optimizer.plan.size.answer import Answer
from optimizer.plan.size.changes import Change
from optimizer.plan.size.fit import Fit
from optimizer.plan.size.machine import Machine
from optimizer.report.size.binding import binding
from optimizer.report.size.notes import notes
from optimizer.report.size.rates import rates

Json = dict[str, Any]


def answer_json(answer: Answer) -> Json:
    """What does not apply is null or empty."""
    refused, fit, speed = answer.refused, answer.best, answer.speed
    return {
        "status": answer.status,
        "problems": [],
        "model": answer.workload.model,
        **_machine(answer.machine),
        "idle_cards": answer.idle_cards,
        "asked": _asked(answer),
        "rejection": refused.rejection.model_dump(exclude={"workload", "server"}) if refused else None,
        "binding": binding(answer)._asdict(),
        "layout": _layout(fit) if fit else None,
        "memory": answer.memory.model_dump() | {"total_bytes": answer.memory.total_bytes} if answer.memory else None,
        "latency": _latency(answer),
        "rates_per_s": [each._asdict() for each in rates(answer)],
        "speed": speed.model_dump() if speed else None,
        "runners_up": [_layout(each) for each in answer.fits[1:]],
        "changes": [_change(each) for each in answer.changes],
        "heads_divide_by": list(answer.heads),
        "notes": notes(answer, "en"),
        "assumptions": [each.model_dump() for each in answer.request.assumptions if each.path.startswith("workloads")],
    }


def _machine(machine: Machine) -> Json:
    server = machine.server
    return {"card": server.card, "server": server.id, "servers": machine.servers, "cards": machine.cards}


def _asked(answer: Answer) -> Json:
    """As the request holds it, defaults filled in."""
    workload, fabric = answer.workload, answer.request.requirements.site.fabric
    traffic = None if workload.traffic == "fit" else workload.traffic
    return {
        "input_tokens": traffic.input_lengths.mean if traffic else None,
        "output_tokens": traffic.output_lengths.mean if traffic else None,
        "concurrent_requests": traffic.concurrent_requests if traffic else None,
        "max_context_tokens": workload.max_context_tokens,
        "weight_precision": list(workload.weight_precision or ()),
        "kv_precision": workload.kv_precision,
        "engine": workload.engine,
        "memory_use": workload.memory_use,
        "ttft_p95_ms": workload.latency.ttft_p95_ms,
        "tpot_p95_ms": answer.tpot_limit_ms,
        "fabric_gbit_per_s_per_card": fabric.gbps_per_card if fabric else None,
    }


def _layout(fit: Fit) -> Json:
    option, split = fit.option, fit.sized.split
    return {
        "weight_precision": fit.sized.precision,
        "kv_precision": fit.bench.kv_precision,
        "tensor_parallel": split.tensor,
        "pipeline_parallel": split.pipeline,
        "expert_parallel": split.group,
        "devices": split.devices,
        "replicas": fit.replicas,
        "engine_class": fit.bench.engine.id,
        "capacity": float(option.capacity),
        "point_capacity": float(option.point_capacity),
        "unit": option.unit,
        "quantile": option.quantile,
        "band": option.band.model_dump() if option.band else None,
        "concurrency": option.concurrency,
        "latencies": option.latencies.model_dump() if option.latencies else None,
    }


def _latency(answer: Answer) -> Json | None:
    speed = answer.speed
    if speed is None:
        return None
    return {
        "ttft_mean_ms": speed.ttft_mean_ms,
        "ttft_p95_ms": speed.ttft_p95_ms,
        "ttft_p95_limit_ms": answer.workload.latency.ttft_p95_ms,
        "tpot_mean_ms": speed.tpot_mean_ms,
        "tpot_p95_ms": speed.tpot_ms,
        "tpot_p95_limit_ms": answer.tpot_limit_ms,
        "wait_s": speed.wait_s,
    }


def _change(change: Change) -> Json:
    price = change.price
    return {
        "kind": change.kind,
        "from": change.before,
        "to": change.after,
        "unit": change.unit,
        **_machine(change.machine),
        "layout": _layout(change.fit),
        "price_cny": float(price.amount) if price else None,
        "price_date": price.date if price else None,
        "price_source": price.source if price else None,
        "price_confidence": price.confidence if price else None,
    }
