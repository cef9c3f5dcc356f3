"""Layouts of one training job on given cards by the product's own search, or the limit that all of them miss."""

from dataclasses import dataclass, replace

from optimizer.inputs.request import Request
from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
from optimizer.plan.size.machine import Machine
from optimizer.sizing.gang_search import barrier
from optimizer.sizing.option import Rejection
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.size import rejection_of
from optimizer.sizing.training import SECONDS_PER_DAY, Gang, Trainer, trainer
from optimizer.sizing.training_pinned import Pinned
from optimizer.sizing.training_search import Placed

MOST_MACHINES = 4096
"""Servers of one kind that a job may take, as in plans."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be trained, and within which limits."""

    request: Request
    workload: PretrainWorkload | FinetuneWorkload
    offload: bool
    batch_tokens: int | None
    """Global batch; None = the rule's, not limited."""
    days: float | None
    """Deadline; None = not limited."""
    pinned: Pinned
    is_unit: bool
    """The tokens are a unit to scale from, nobody asked for them."""


@dataclass(frozen=True, slots=True)
class Trained:
    """A layout that memory holds, on the cards of a machine."""

    machine: Machine
    trainer: Trainer
    placed: Placed
    gang: Gang

    def days(self, tokens: float) -> float:
        """At the planning quantile."""
        return self.gang.seconds(tokens, self.trainer.quantile_factor) / SECONDS_PER_DAY

    def in_time(self, job: Job) -> bool:
        return job.days is None or self.days(job.workload.job_tokens) <= job.days


@dataclass(frozen=True, slots=True)
class Missed:
    """Why the job does not run on the cards of a machine."""

    machine: Machine
    rejection: Rejection
    trainer: Trainer | None = None
    """None where card or number format already rules it out."""
    placed: Placed | None = None
    """The layout that comes nearest: where memory is missed the roomiest."""


def train(job: Job, machine: Machine) -> tuple[Trained, ...] | Missed:
    """Best first: in time, then with room, then the most tokens/s."""
    made = trainer(job.request, job.workload, machine.server)
    if isinstance(made, Miss):
        return _missed(job, machine, made)
    made = replace(made, offload=job.offload, batch_tokens=job.batch_tokens, pinned=job.pinned, found={})
    devices = made.devices * machine.servers
    held = [found for found in made.placed(devices) if found.holds]
    if machine.servers > 1 and (stop := barrier(job.request, machine.server)):
        wide = Miss(stop, machine.cards, machine.server.cards, "cards", machine.servers)
        return _missed(job, machine, wide, made, max(held, key=_speed) if held else _roomiest(made, devices))
    if not held:
        return _short_of_memory(job, machine, made, devices)
    fits = [Trained(machine, made, found, made.gang(devices, found)) for found in held]
    return tuple(sorted(fits, key=lambda t: (t.in_time(job), t.gang.rank), reverse=True))


def _short_of_memory(job: Job, machine: Machine, made: Trainer, devices: int) -> Missed:
    """Memory of the host where a layout would only lack that, else of the cards."""
    held = [found for found in made.tried(devices) if found.holds]
    if not held:
        return _missed(job, machine, made.least_memory(devices), made, _roomiest(made, devices))
    least = min(held, key=lambda found: found.memory.host)
    needed, limit = round(made.host_bytes(least, devices)), round(made.host_limit_bytes)
    return _missed(job, machine, Miss("host_memory", needed, limit, "B", needed / max(limit, 1)), made, least)


def _missed(
    job: Job, machine: Machine, miss: Miss, made: Trainer | None = None, placed: Placed | None = None
) -> Missed:
    return Missed(machine, rejection_of(job.workload, machine.server, miss), made, placed)


def _roomiest(made: Trainer, devices: int) -> Placed:
    return min(made.placed(devices), key=lambda found: found.memory.total)


def _speed(found: Placed) -> tuple[bool, float]:
    return found.fits, found.tokens_per_s
