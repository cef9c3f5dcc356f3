"""The nearest single change that makes a training job fit with room and in time; each is sized again.

cards      the fewest of the same kind: more of the server, a larger one, several joined
offload    optimizer states in host memory
method     adapters in place of full training: LoRA, else QLoRA
precision  FP8, else 16 bit, where chip and stack train in it
server     of the servers that the buyer may have, as many of the cheapest on which it fits
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from optimizer.cost.server_price import ServerPrice
from optimizer.inputs.catalog import Server
from optimizer.inputs.workload import FinetuneWorkload
from optimizer.plan.size.machine import Machine, servers_of, whole_machines, with_cards
from optimizer.plan.size.offers import cheapest_servers
from optimizer.plan.size.training.search import MOST_MACHINES, Job, Missed, Trained, train
from optimizer.sizing.gang_search import barrier, fewest
from optimizer.sizing.training_pinned import Pinned

Kind = Literal["cards", "offload", "method", "precision", "server"]
TRAINED_IN: tuple[Literal["fp8", "bf16", "fp16"], ...] = ("fp8", "bf16", "fp16")
ADAPTERS: dict[str, tuple[Literal["lora", "qlora"], ...]] = {
    "full": ("lora", "qlora"),
    "lora": ("qlora",),
    "qlora": (),
}


class Change(NamedTuple):
    """One change and what it leads to."""

    kind: Kind
    before: str | int
    after: str | int
    found: Trained
    price: ServerPrice | None = None
    """With `server`: of one server."""


def good(job: Job, machine: Machine) -> Trained | None:
    """The best layout, if it fits with room and ends in time."""
    found = train(job, machine)
    if isinstance(found, Missed) or not found[0].gang.fits or not found[0].in_time(job):
        return None
    return found[0]


def nearest_changes(job: Job, machine: Machine) -> tuple[Change, ...]:
    """In the order of the list above; kinds that do not help are left out."""
    makers = (_cards(job, machine), _offload(job, machine), _method(job, machine), _precision(job, machine))
    first = (next(maker, None) for maker in makers)
    return tuple(change for change in (*first, next(_server(job, machine), None)) if change is not None)


def fewest_cards(job: Job, machine: Machine) -> Trained | None:
    """The fewest cards of the same kind, more than the machine has, that do the job; the layout is searched."""
    free = replace(job, pinned=Pinned())
    whole = job.request.catalog.servers[machine.server.id]
    for larger in _larger(job, machine):
        if found := good(free, larger):
            return found
    return fewest_servers(free, whole, machine.servers + 1)


def fewest_servers(job: Job, whole: Server, first: int) -> Trained | None:
    """The fewest whole servers, at least `first`, that do the job."""
    most = 1 if barrier(job.request, whole) else MOST_MACHINES
    if first > most:
        return None
    return fewest(lambda servers: good(job, Machine(whole, servers)), first, most)


def _larger(job: Job, machine: Machine) -> Iterator[Machine]:
    """More cards of the one server, then of larger ones."""
    if machine.servers > 1:
        return
    catalog, used = job.request.catalog, machine.cards
    whole = catalog.servers[machine.server.id]
    larger = (m.server for m in whole_machines(servers_of(catalog, whole.card)) if m.cards > whole.cards)
    for server in (whole, *larger):
        yield from (Machine(with_cards(server, cards)) for cards in range(used + 1, server.cards + 1))
        used = max(used, server.cards)


def _cards(job: Job, machine: Machine) -> Iterator[Change]:
    if found := fewest_cards(job, machine):
        yield Change("cards", machine.cards, found.machine.cards, found)


def _offload(job: Job, machine: Machine) -> Iterator[Change]:
    if not job.offload and (found := good(replace(job, offload=True), machine)) and found.gang.layout.offload:
        yield Change("offload", "forbid", "allow", found)


def _method(job: Job, machine: Machine) -> Iterator[Change]:
    workload = job.workload
    if not isinstance(workload, FinetuneWorkload):
        return
    for method in ADAPTERS[workload.method]:
        lighter = replace(job, workload=workload.model_copy(update={"method": method}))
        if found := good(lighter, machine):
            yield Change("method", workload.method, method, found)


def _precision(job: Job, machine: Machine) -> Iterator[Change]:
    asked = job.workload.precision
    for precision in TRAINED_IN:
        other = replace(job, workload=job.workload.model_copy(update={"precision": (precision,)}))
        if precision not in asked and (found := good(other, machine)):
            yield Change("precision", ", ".join(asked), precision, found)


def _server(job: Job, machine: Machine) -> Iterator[Change]:
    for price, server in cheapest_servers(job.request, machine.server.card):
        if found := good(replace(job, pinned=Pinned()), Machine(server, machine.servers)):
            yield Change("server", machine.server.id, server.id, found, price)
