"""Every layout of a model on given cards by the product's own search, or the limit that is missed most narrowly."""

from collections.abc import Iterable

from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.size.fit import Fit, Refused, replicas_on
from optimizer.plan.size.machine import Machine
from optimizer.plan.size.memory_sum import memory_sum
from optimizer.plan.size.speed import offered_tokens_per_s
from optimizer.sizing.attempts import (
    IN_FLIGHT,
    MOST_SERVERS,
    Bench,
    attempt,
    fabric_miss,
    joins_servers,
    unit_of,
)
from optimizer.sizing.heads import heads_miss
from optimizer.sizing.layouts import Sized, Split, splits_over_servers, undominated
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.size import MORE_SERVERS_HELP, nearest_miss, options_of, prepare, rejection_of
from optimizer.sizing.wanted import Wanted, wanted_splits, wanted_wide_splits

NO_LINK = "a scale-up link between the cards"
Tried = list[tuple[str, Split, Miss]]


def search(
    request: Request, workload: InferenceWorkload, machine: Machine, wanted: Wanted
) -> tuple[Fit, ...] | Refused:
    """Layouts that serve, best first, on one server, or where that has too little memory, over several.

    Best: the most that all whole replicas on the cards carry; for requests in flight the most tokens/s at that number.
    """
    prepared = prepare(request, workload, machine.server)
    if isinstance(prepared, Miss):
        return Refused(rejection_of(workload, machine.server, prepared))
    bench, precisions = prepared
    sized, tried = _attempts(bench, precisions, wanted_splits(bench.shape, bench.engine.id, bench.devices, wanted))
    miss = _nearest(bench, precisions, tried, wanted) if tried else None
    helped = miss is None or miss.limit in MORE_SERVERS_HELP
    if not sized and machine.servers > 1 and helped:
        if stop := _cannot_join(bench, precisions, machine):
            return _refused(bench, stop, stop[0][2])
        for servers in range(2, min(machine.servers, MOST_SERVERS) + 1):
            sized, more = _attempts(bench, precisions, wanted_wide_splits(bench.shape, bench.devices, servers, wanted))
            tried += more
            if sized:
                break
        miss = _nearest(bench, precisions, tried, wanted) if tried else None
    if sized:
        return _ranked(request, bench, machine, sized)
    return _refused(bench, tried, miss or _no_split(bench, machine))


def _attempts(bench: Bench, precisions: Iterable[str], splits: Iterable[Split]) -> tuple[list[Sized], Tried]:
    sized, tried = list[Sized](), Tried()
    splits = tuple(splits)
    for precision in precisions:
        for split in splits:
            result = attempt(bench, precision, split)
            if isinstance(result, Sized):
                sized.append(result)
            else:
                tried.append((precision, split, result))
    return sized, tried


def _nearest(bench: Bench, precisions: tuple[str, ...], tried: Tried, wanted: Wanted) -> Miss:
    """As plans name it: heads where memory would do with another number of cards."""
    nearest = nearest_miss([miss for _, _, miss in tried])
    heads = heads_miss(bench, precisions) if nearest.limit == "memory" and wanted.is_open else None
    return heads or nearest


def _cannot_join(bench: Bench, precisions: tuple[str, ...], machine: Machine) -> Tried:
    """Cards without a link form no replica over several servers; others need a fabric. Where memory would do, only."""
    held = fabric_miss(bench, precisions)
    if held is None or not isinstance(held.needed, int) or held.needed > machine.cards:
        return []
    joins = joins_servers(bench)
    if joins and bench.fabric_bytes_per_s is not None:
        return []
    stop = held if joins else Miss("link", NO_LINK, bench.server.scale_up_link or "none", "", 1.0)
    all_splits = splits_over_servers(bench.shape, bench.devices, min(machine.servers, MOST_SERVERS))
    roomy = ((p, split) for split in all_splits for p in precisions if memory_sum(bench, p, split).fits)
    return [(precision, split, stop) for precision, split in roomy][:1]


def _no_split(bench: Bench, machine: Machine) -> Miss:
    """No layout of the asked degrees exists on these cards at all."""
    return Miss("heads", "the degrees asked for", f"{machine.cards} cards", "", 1.0)


def _refused(bench: Bench, tried: Tried, miss: Miss) -> Refused:
    """With the layout of the same miss, or of the nearest one."""
    same = [(p, s) for p, s, each in tried if each is miss] or [
        (p, s) for p, s, each in tried if each is nearest_miss([m for _, _, m in tried])
    ]
    precision, split = same[0] if same else (None, None)
    return Refused(rejection_of(bench.workload, bench.server, miss), bench, precision, split)


def _ranked(request: Request, bench: Bench, machine: Machine, sized: list[Sized]) -> tuple[Fit, ...]:
    in_flight = unit_of(bench.workload) == IN_FLIGHT
    room = max(bench.devices, *(each.split.devices for each in sized))
    kept = sized if in_flight else undominated(sized, room)
    fits = [
        Fit(bench, each, options_of(request, bench, [each])[0], replicas_on(machine, bench, each.split))
        for each in kept
    ]
    return tuple(sorted(fits, key=lambda fit: _best_first(fit, in_flight)))


def _best_first(fit: Fit, in_flight: bool) -> tuple[float, ...]:
    split = fit.sized.split
    if in_flight:
        asked = fit.bench.workload.traffic
        number = 1 if asked == "fit" else asked.concurrent_requests or 1
        return (fit.capacity < number, -offered_tokens_per_s(fit, number), split.devices, -split.tensor)
    return (-float(fit.capacity), split.pipeline, split.devices, -split.tensor)
