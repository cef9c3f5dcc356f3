"""The answer to one sizing of a training job: the best layout with its run, or why it does not run there."""

from dataclasses import dataclass, replace
from typing import Literal

from optimizer.plan.size.machine import Machine
from optimizer.plan.size.training.changes import Change, fewest_cards, fewest_servers, good, nearest_changes
from optimizer.plan.size.training.run import Run, run_of
from optimizer.plan.size.training.search import Job, Missed, Trained, train
from optimizer.sizing.training import Trainer
from optimizer.sizing.training_pinned import Pinned
from optimizer.sizing.training_search import Placed

Status = Literal["fits", "tight", "too_slow", "does_not_fit"]
RUNNERS_UP = 4


@dataclass(frozen=True, slots=True)
class TrainingAnswer:
    """A sizing of one machine."""

    status: Status
    """`tight`: memory holds, with less than the margin left; `too_slow`: memory would do, the deadline is missed."""
    job: Job
    machine: Machine
    found: tuple[Trained, ...]
    """Best first."""
    missed: Missed | None
    run: Run | None
    changes: tuple[Change, ...]
    needed: Trained | None
    """With a deadline: the fewest whole servers of the kind that keep it, with room in memory; None where none do."""

    @property
    def best(self) -> Trained | None:
        return self.found[0] if self.found else None

    @property
    def trainer(self) -> Trainer | None:
        best = self.best
        return best.trainer if best else self.missed.trainer if self.missed else None

    @property
    def placed(self) -> Placed | None:
        """The layout whose memory is shown: the best, or the one that comes nearest."""
        best = self.best
        return best.placed if best else self.missed.placed if self.missed else None


def answer(job: Job, machines: tuple[Machine, ...], *, grows: bool) -> TrainingAnswer:
    """The first machine that does the job, else the last.

    `grows`: the number of cards is open, so that a deadline takes as many servers as it needs.
    """
    machine = next((m for m in machines if good(job, m)), machines[-1])
    found = train(job, machine)
    if grows and job.days is not None and (isinstance(found, Missed) or not found[0].in_time(job)):
        more = fewest_cards(job, machine)
        if more is not None:
            machine, found = more.machine, train(job, more.machine)
    whole = job.request.catalog.servers[machine.server.id]
    needed = None if job.days is None else fewest_servers(replace(job, pinned=Pinned()), whole, 1)
    if isinstance(found, Missed):
        return TrainingAnswer("does_not_fit", job, machine, (), found, None, nearest_changes(job, machine), needed)
    best = found[0]
    status: Status = "too_slow" if not best.in_time(job) else "fits" if best.gang.fits else "tight"
    return TrainingAnswer(
        status=status,
        job=job,
        machine=machine,
        found=found[: RUNNERS_UP + 1],
        missed=None,
        run=run_of(job.request, best, job.workload.job_tokens),
        changes=() if status == "fits" else nearest_changes(job, machine),
        needed=needed,
    )
