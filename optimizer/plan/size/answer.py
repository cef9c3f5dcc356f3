"""The answer to one sizing: the best layout with its arithmetic and the runners-up, or why none serves."""

from dataclasses import dataclass
from typing import Literal

from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.size.changes import Case, Change, carries, nearest_changes
from optimizer.plan.size.fit import Fit, Refused
from optimizer.plan.size.machine import Machine
from optimizer.plan.size.memory_sum import MemorySum, memory_sum
from optimizer.plan.size.search import search
from optimizer.plan.size.speed import Speed, speed_of
from optimizer.sizing.attempts import Bench
from optimizer.sizing.layouts import tensor_degrees
from optimizer.sizing.wanted import Wanted

Status = Literal["fits", "does_not_carry", "too_slow", "does_not_fit"]
LATENCY = ("ttft", "tpot", "e2e")
RUNNERS_UP = 4
UNLIMITED_TPOT_MS = 9e8
"""A limit that no layout misses: a request must state one, a sizing need not."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A sizing of one machine."""

    status: Status
    """`does_not_carry`: a layout serves, but not so many requests in flight; `too_slow`: memory would do."""
    request: Request
    workload: InferenceWorkload
    machine: Machine
    memory: MemorySum | None
    """Of the best layout, or of the one that came nearest; None where nothing can be summed."""
    fits: tuple[Fit, ...]
    """Best first."""
    speed: Speed | None
    refused: Refused | None
    changes: tuple[Change, ...]
    heads: tuple[int, ...]
    """Degrees that the attention heads divide by, where the number of devices is none of them; else empty."""

    @property
    def best(self) -> Fit | None:
        return self.fits[0] if self.fits else None

    @property
    def tpot_limit_ms(self) -> float | None:
        """As asked; None = not limited."""
        limit = self.workload.latency.tpot_limit_ms
        return None if limit is None or limit >= UNLIMITED_TPOT_MS else limit

    @property
    def idle_cards(self) -> float:
        """Cards that no replica fills."""
        fit = self.best
        if fit is None:
            return 0.0
        return self.machine.cards - fit.replicas * fit.sized.split.devices / fit.bench.facts.devices


def answer(request: Request, workload: InferenceWorkload, machines: tuple[Machine, ...], wanted: Wanted) -> Answer:
    """The first machine on which the model fits and that carries what is asked, else the last."""
    found = search(request, workload, machines[0], wanted)
    machine = machines[0]
    for machine in machines:
        found = search(request, workload, machine, wanted)
        if not isinstance(found, Refused) and carries(found[0], workload):
            break
    case = Case(request, workload, machine, wanted)
    if isinstance(found, Refused):
        bench, precision, split = found.bench, found.precision, found.split
        known = bench is not None and precision is not None and split is not None
        return Answer(
            status="too_slow" if found.rejection.limit in LATENCY else "does_not_fit",
            request=request,
            workload=workload,
            machine=machine,
            memory=memory_sum(bench, precision, split) if known else None,  # type: ignore[arg-type]
            fits=(),
            speed=None,
            refused=found,
            changes=nearest_changes(case, found),
            heads=_heads(bench) if bench is not None and found.rejection.limit == "heads" else (),
        )
    best = found[0]
    enough = carries(best, workload)
    return Answer(
        status="fits" if enough else "does_not_carry",
        request=request,
        workload=workload,
        machine=machine,
        memory=memory_sum(best.bench, best.sized.precision, best.sized.split),
        fits=found[: RUNNERS_UP + 1],
        speed=speed_of(best),
        refused=None,
        changes=() if enough else nearest_changes(case, found),
        heads=_heads(best.bench),
    )


def _heads(bench: Bench) -> tuple[int, ...]:
    degrees = tuple(tensor_degrees(bench.shape, bench.shape.heads))
    return () if bench.devices in degrees or bench.devices > degrees[-1] else degrees
