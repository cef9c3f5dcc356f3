"""A requirements file and its scenarios, each ready to be planned."""

from typing import Any

from optimizer.frozen import Frozen
from optimizer.inputs.request import Request
from optimizer.inputs.requirements import Requirements

DEMAND_FIELDS = frozenset({
    "kind", "model", "traffic", "latency", "max_context_tokens", "demand", "growth", "average_load", "method", "tokens",
    "sequence_length", "deadline_days", "global_batch_tokens", "jobs_per_month", "tokens_per_job", "max_hours_per_job",
    "samples", "rl",
})  # fmt: skip
"""What a workload asks for; its other fields say how, and on what, it may be served."""


class Family(Frozen):
    """The file without scenarios, and each scenario merged with it."""

    base: Request
    scenarios: dict[str, Request]
    """By name, in file order."""
    demand_changed: dict[str, bool]
    """By name: whether the scenario's workloads ask for something else than the base's."""


def demand_changed(base: Requirements, scenario: Requirements) -> bool:
    """Whether any workload is added, or asks for something else; the order of workloads does not matter."""
    return _demands(base) != _demands(scenario)


def _demands(requirements: Requirements) -> dict[str, dict[str, Any]]:
    return {workload.name: workload.model_dump(include=set(DEMAND_FIELDS)) for workload in requirements.workloads}
