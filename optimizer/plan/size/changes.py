"""The nearest single change that makes a model fit, of each kind; every one is sized again before it is named.

cards        the fewest cards of the same kind: more of the server, a larger one, two to eight joined
precision    narrower weights that chip and stack serve, the widest of them
kv           an 8-bit cache
context      the longest sequence that fits
concurrency  the most requests in flight that the cards carry
server       of the servers that the buyer may have, the cheapest on which it fits
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from optimizer.cost.server_price import ServerPrice
from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.size.fit import Fit, Refused
from optimizer.plan.size.machine import MOST_MACHINES, Machine, servers_of, whole_machines, with_cards
from optimizer.plan.size.offers import cheapest_servers
from optimizer.plan.size.search import search
from optimizer.sizing.attempts import IN_FLIGHT, MOST_SERVERS
from optimizer.sizing.precision import BITS, BYTES_PER_WEIGHT, KV_BYTES, candidates, serves_cache, serves_weights
from optimizer.sizing.wanted import Wanted

Kind = Literal["cards", "precision", "kv", "context", "concurrency", "server"]


class Change(NamedTuple):
    """One change and what it leads to."""

    kind: Kind
    before: str | int
    after: str | int
    unit: str
    machine: Machine
    fit: Fit
    """The best layout after the change."""
    price: ServerPrice | None = None
    """With `server`: of one server."""


class Case(NamedTuple):
    """What is sized."""

    request: Request
    workload: InferenceWorkload
    machine: Machine
    wanted: Wanted


def carries(fit: Fit, workload: InferenceWorkload) -> bool:
    """Whether all replicas on the cards carry the requests in flight asked for; true where none are asked for."""
    traffic = workload.traffic
    number = None if traffic == "fit" else traffic.concurrent_requests
    return number is None or fit.capacity >= number


def nearest_changes(case: Case, found: tuple[Fit, ...] | Refused) -> tuple[Change, ...]:
    """In the order of the list above; kinds that do not help are left out."""
    makers = (_cards(case, found), _precision(case, found), _kv(case), _context(case, found), _concurrency(case, found))
    first = (next(maker, None) for maker in makers)
    return tuple(change for change in (*first, _server(case)) if change is not None)


def _served(case: Case, **change: object) -> Fit | None:
    """The best layout of the case with one field of the workload changed, if it serves and carries what is asked."""
    workload = InferenceWorkload.model_validate({**dict(case.workload), **change})
    return _best(case.request, workload, case.machine, case.wanted)


def _best(request: Request, workload: InferenceWorkload, machine: Machine, wanted: Wanted) -> Fit | None:
    found = search(request, workload, machine, wanted)
    if isinstance(found, Refused):
        return None
    return next((fit for fit in found if carries(fit, workload)), None)


def _cards(case: Case, found: tuple[Fit, ...] | Refused) -> Iterator[Change]:
    """Layout degrees are free: they belong to the cards."""
    before = case.machine.cards
    for machine in _larger(case, MOST_SERVERS if isinstance(found, Refused) else MOST_MACHINES):
        if fit := _best(case.request, case.workload, machine, Wanted()):
            yield Change("cards", before, machine.cards, "cards", machine, fit)


def _larger(case: Case, most_servers: int) -> Iterator[Machine]:
    """More of the server, then larger ones, then several."""
    catalog, server = case.request.catalog, case.machine.server
    whole = catalog.servers[server.id]
    if case.machine.servers == 1:
        yield from (Machine(with_cards(whole, n)) for n in range(server.cards + 1, whole.cards + 1))
        larger = [m for m in whole_machines(servers_of(catalog, server.card)) if m.cards > whole.cards]
        yield from larger
    for servers in range(case.machine.servers + 1, most_servers + 1):
        yield Machine(whole, servers)


def _precision(case: Case, found: tuple[Fit, ...] | Refused) -> Iterator[Change]:
    card = case.request.catalog.cards[case.machine.server.card]
    ecosystem = case.request.catalog.ecosystems[card.ecosystem]
    bench = found.bench if isinstance(found, Refused) else found[0].bench
    if bench is None:
        return
    model = case.request.catalog.models[case.workload.model]
    tried = candidates(card, ecosystem, bench.engine.id, model.native_precision, case.workload.weight_precision)
    if not tried:
        return
    narrowest = min(BITS[p] for p in tried)
    served = [p for p in BYTES_PER_WEIGHT if serves_weights(card, ecosystem, bench.engine.id, p)]
    for precision in sorted((p for p in served if BITS[p] < narrowest), key=lambda p: -BITS[p]):
        if fit := _served(case, weight_precision=(precision,)):
            yield Change("precision", ", ".join(tried), precision, "", case.machine, fit)


def _kv(case: Case) -> Iterator[Change]:
    card = case.request.catalog.cards[case.machine.server.card]
    ecosystem = case.request.catalog.ecosystems[card.ecosystem]
    before = case.workload.kv_precision
    for cache, width in KV_BYTES.items():
        if (
            width < KV_BYTES[before]
            and serves_cache(card, ecosystem, cache)
            and (fit := _served(case, kv_precision=cache))
        ):
            yield Change("kv", before, cache, "", case.machine, fit)


def _context(case: Case, found: tuple[Fit, ...] | Refused) -> Iterator[Change]:
    """The longest that the rejection itself states; not below prompt + answer."""
    traffic = case.workload.traffic
    if not isinstance(found, Refused) or found.rejection.limit != "context" or traffic == "fit":
        return
    fitting = found.rejection.available
    if isinstance(fitting, str) or fitting < traffic.input_lengths.p95 + traffic.output_lengths.p95:
        return
    if fit := _served(case, max_context_tokens=int(fitting)):
        yield Change("context", case.workload.max_context_tokens, int(fitting), "tokens", case.machine, fit)


def _concurrency(case: Case, found: tuple[Fit, ...] | Refused) -> Iterator[Change]:
    traffic = case.workload.traffic
    if isinstance(found, Refused) or traffic == "fit" or traffic.concurrent_requests is None:
        return
    most = max(int(fit.capacity) for fit in found)
    if most < 1:
        return
    fewer = traffic.model_copy(update={"concurrent_requests": most})
    if fit := _served(case, traffic=fewer):
        yield Change("concurrency", traffic.concurrent_requests, most, IN_FLIGHT, case.machine, fit)


def _server(case: Case) -> Change | None:
    for price, server in cheapest_servers(case.request, case.machine.server.card):
        if fit := _best(case.request, case.workload, Machine(server), Wanted()):
            return Change("server", case.machine.server.id, server.id, "", Machine(server), fit, price)
    return None
