"""The limit that decides, by the name plans give it, with its numbers."""

from typing import NamedTuple

from optimizer.plan.size.answer import Answer


class Binding(NamedTuple):
    """`limit`: memory, engine (sequences it takes), tpot, ttft, or what rejects."""

    limit: str
    needed: float | str
    """What the next step would take: one more sequence, or what the rejection asks for."""
    available: float | str
    unit: str


def binding(answer: Answer) -> Binding:
    """Of the rejection, or of the best layout: what keeps it from one more sequence or a higher rate."""
    if answer.refused is not None:
        rejected = answer.refused.rejection
        return Binding(rejected.limit, rejected.needed, rejected.available, rejected.unit)
    fit, speed, memory = answer.best, answer.speed, answer.memory
    if fit is None or speed is None or memory is None:
        raise ValueError(f"{answer.workload.name}: neither a layout nor a rejection")
    if speed.rate_bound == "ttft":
        return Binding("ttft", answer.workload.latency.ttft_p95_ms or 0.0, speed.ttft_p95_ms, "ms")
    if speed.batch_bound == "memory":
        more = (speed.planned_batch + 1) / memory.ranks * memory.sequence_device_bytes
        return Binding("memory", more, memory.free_device_bytes, "B")
    if speed.batch_bound == "engine":
        return Binding("engine", speed.planned_batch + 1, memory.engine_batch, "sequences")
    return Binding("tpot", speed.next_tpot_ms, answer.tpot_limit_ms or 0.0, "ms")
