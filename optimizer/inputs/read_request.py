"""One requirements document → Request, or every problem of it and of the files it names."""

import datetime
from typing import NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.costs import cost_assumptions, cost_problems, with_costs
from optimizer.inputs.defaults import assumptions
from optimizer.inputs.demand import demand_unit
from optimizer.inputs.document import Document, covers, join
from optimizer.inputs.generic_tiers import without_unnamed
from optimizer.inputs.known_ids import inventory_ids, policy_ids, workload_ids
from optimizer.inputs.measured import Known
from optimizer.inputs.model_config.assumptions import config_assumptions
from optimizer.inputs.own_catalog import LoadedCatalog
from optimizer.inputs.policy_rules import acquisition, ecosystem_shares, inventory
from optimizer.inputs.prices import PriceBooks
from optimizer.inputs.quotes import quotes_out_of_time
from optimizer.inputs.request import MeasuredCapacity, Place, Request
from optimizer.inputs.rules import doubled_names, site_names, workload_problems
from optimizer.inputs.shelf import Shelf
from optimizer.inputs.usable import Usable, read_requirements
from optimizer.inputs.workload import CapacityWorkload, ServiceWorkload


class Reading(NamedTuple):
    """A request, or None and why."""

    request: Request | None
    problems: list[Problem]


def read_request(document: Document, shelf: Shelf) -> Reading:
    """Validate, read what the document names, cross-check. `document` has no scenarios any more."""
    problems = list(document.problems)
    usable = read_requirements(document, problems)
    loaded = shelf.catalog(document)
    problems += _rule_problems(document, usable, loaded.value, [*problems, *loaded.problems])
    problems += loaded.problems
    book = shelf.book(document, loaded.value.known)
    quotes = shelf.quotes(document)
    problems += (*book.problems, *quotes.problems)
    as_of = _as_of(document, usable, book.value)
    problems += quotes_out_of_time(quotes.value, as_of) if as_of else []
    known = _known_to_measurements(usable, loaded.value, problems)
    measured = shelf.measured(document, known)
    problems += measured.problems
    if not measured.problems:
        problems += _unmeasured_services(document, usable, measured.value.capacities)
    if problems or usable.requirements is None or book.value is None or as_of is None:
        return Reading(None, problems)
    requirements = usable.requirements
    catalog = with_costs(without_unnamed(loaded.value.catalog, requirements), requirements.costs)
    parts = (shelf.document(document.file), loaded, book, quotes, measured)
    request = Request(
        file=document.file,
        requirements=requirements,
        as_of=as_of,
        catalog=catalog,
        book=book.value,
        measured=tuple(measured.value.capacities),
        runs=tuple(measured.value.runs),
        measured_rows=shelf.counts(document),
        files={name: digest for part in parts for name, digest in part.digests.items()},
        quoted=tuple(dict.fromkeys(quote.item_id for quote in quotes.value)),
        own_quotes=tuple(quotes.value),
        assumptions=(
            *cost_assumptions(catalog, requirements.costs),
            *assumptions(requirements, document.data, catalog, book.value),
            *config_assumptions(requirements, catalog),
        ),
        places={
            path: Place(file=document.file, line=line, column=column)
            for path, (line, column) in document.places.items()
        },
    )
    return Reading(request, problems)


def _as_of(document: Document, usable: Usable, book: PriceBooks | None) -> datetime.date | None:
    """Day of the request; None where the file's own, or the book, cannot be read."""
    if document.data.get("as_of") is not None:
        return usable.as_of
    return book.snapshot if book else None


def _rule_problems(document: Document, usable: Usable, loaded: LoadedCatalog, sofar: list[Problem]) -> list[Problem]:
    """Rules between fields; silent about a field that already has a problem, or that holds or lies in one that has."""
    taken = [problem.path for problem in sofar if problem.path and problem.file == document.file]
    horizon = usable.finance.horizon_years if usable.finance and not _touched("finance.horizon_years", taken) else None
    found = doubled_names(document, usable.names)
    for index, workload in usable.workloads.items():
        found += workload_problems(document, index, workload, horizon, usable.stood_in[index])
        found += workload_ids(document, index, workload, loaded.known, loaded.catalog)
    if usable.site is not None:
        found += doubled_names(document, site_names(usable.site))
    found += _policy_problems(document, usable, loaded, taken)
    found += cost_problems(document, loaded.catalog, usable.costs)
    return [each for each in found if not _touched(each.path, taken)]


def _policy_problems(document: Document, usable: Usable, loaded: LoadedCatalog, taken: list[str]) -> list[Problem]:
    """Shares, purchase, rent and inventory."""
    found = list(inventory_ids(document, usable.inventory, loaded.known, loaded.catalog))
    rules = list(inventory(usable.inventory, usable.start, start_is_open="start" not in document.data))
    if usable.policy is not None:
        found += policy_ids(document, usable.policy, loaded.known, loaded.catalog)
        rules += ecosystem_shares(usable.policy.ecosystems)
    if usable.buy and usable.rent and not any(_touched(path, taken) for path in ("buy", "rent", "inventory")):
        rules += acquisition(usable.buy, usable.rent, owns_servers=bool(usable.inventory))
    return found + [document.problem(*rule) for rule in rules]


def _touched(path: str, taken: list[str]) -> bool:
    return any(covers(other, path) or covers(path, other) for other in taken)


def _known_to_measurements(usable: Usable, loaded: LoadedCatalog, problems: list[Problem]) -> Known:
    """Names of workloads, with their unit where the file's own demand says it."""
    units: dict[str, str | None] = {str(name): None for name in usable.names.values()}
    taken = [problem.path for problem in problems if problem.path]
    for index, workload in usable.workloads.items():
        if not any(_touched(f"{join('workloads', index)}.{key}", taken) for key in ("name", "traffic", "demand")):
            units[workload.name] = demand_unit(workload)
    tenders = {workload.name for workload in usable.workloads.values() if isinstance(workload, CapacityWorkload)}
    return Known(units, loaded.catalog.servers, loaded.known.servers, frozenset(tenders))


def _unmeasured_services(document: Document, usable: Usable, rows: list[MeasuredCapacity]) -> list[Problem]:
    """A service without a measured row cannot be planned."""
    measured = {row.workload for row in rows}
    remedy = "name a file under `measurements:` with a row `workload,server,cards,capacity,unit,date,source`"
    return [
        document.problem(join("workloads", index), "no measured row for this service", remedy)
        for index, workload in usable.workloads.items()
        if isinstance(workload, ServiceWorkload)
        and "name" not in usable.stood_in[index]
        and workload.name not in measured
    ]
