"""Requirements file → Request."""

from collections.abc import Iterable
from pathlib import Path

from optimizer.errors import InputError, Problem
from optimizer.inputs.defaults import assumptions
from optimizer.inputs.demand import demand_unit
from optimizer.inputs.document import Document, covers, join
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.known_ids import policy_ids, workload_ids
from optimizer.inputs.measured import Known
from optimizer.inputs.measured_rows import measured_row_counts
from optimizer.inputs.own_catalog import LoadedCatalog, build_catalog
from optimizer.inputs.request import MeasuredCapacity, Place, Request
from optimizer.inputs.rules import doubled_names, site_names, workload_problems
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.inputs.sources import measured_rows, own_documents, price_book
from optimizer.inputs.usable import Usable, read_requirements
from optimizer.inputs.workload import ServiceWorkload
from optimizer.inputs.yaml_reader import read_yaml

MAX_PROBLEMS = 200


def load_request(file: Path, *, allow: tuple[Path, ...] = ()) -> Request:
    """Read a requirements file and all it names.

    Names are looked up below the file's folder, then below each folder of `allow`. Raises InputError with every
    problem of all files at once, the requirements file first, each file by line.
    """
    files, shipped = Files(file.parent, allow), shipped_files()
    document = read_yaml(files.read_text(file.name, max_bytes=YAML_MAX_BYTES), file.name)
    problems = list(document.problems)
    usable = read_requirements(document, problems)
    own = own_documents(files, document, problems)
    loaded = build_catalog(shipped_entries(shipped), own)
    _add_rule_problems(document, usable, loaded, problems)
    problems += loaded.problems
    book = price_book(files, shipped, document, problems)
    measured = _measured(files, document, usable, loaded, problems)
    if problems or usable.requirements is None or book is None:
        raise InputError(_in_file_order(problems, file.name))
    return Request(
        file=file.name,
        requirements=usable.requirements,
        as_of=usable.requirements.as_of or book.snapshot,
        catalog=loaded.catalog,
        book=book,
        measured=tuple(measured),
        measured_rows=measured_row_counts(shipped, loaded.catalog.cards),
        files=dict(files.digests),
        assumptions=assumptions(usable.requirements, document.data, loaded.catalog, book),
        places={
            path: Place(file=file.name, line=line, column=column) for path, (line, column) in document.places.items()
        },
    )


def _add_rule_problems(document: Document, usable: Usable, loaded: LoadedCatalog, problems: list[Problem]) -> None:
    """Rules between fields; silent about a field that already has a problem, or that holds or lies in one that has."""
    found = doubled_names(document, usable.names)
    taken = [problem.path for problem in problems if problem.path]
    horizon = usable.finance.horizon_years if usable.finance and not _touched("finance.horizon_years", taken) else None
    for index, workload in usable.workloads.items():
        found += workload_problems(document, index, workload, horizon)
        found += workload_ids(document, index, workload, loaded.known, loaded.catalog)
    if usable.site is not None:
        found += doubled_names(document, site_names(usable.site))
    if usable.policy is not None:
        found += policy_ids(document, usable.policy, loaded.known, loaded.catalog)
    problems += [each for each in found if not _touched(each.path, taken)]


def _touched(path: str, taken: list[str]) -> bool:
    return any(covers(other, path) or covers(path, other) for other in taken)


def _measured(
    files: Files, document: Document, usable: Usable, loaded: LoadedCatalog, problems: list[Problem]
) -> list[MeasuredCapacity]:
    """Measured rows; a service that has none cannot be planned."""
    units: dict[str, str | None] = {str(name): None for name in usable.names.values()}
    units |= {workload.name: demand_unit(workload) for workload in usable.workloads.values()}
    before = len(problems)
    rows = measured_rows(files, document, Known(units, loaded.catalog.servers, loaded.known.servers), problems)
    measured = {row.workload for row in rows}
    for index, workload in usable.workloads.items():
        if isinstance(workload, ServiceWorkload) and workload.name not in measured and len(problems) == before:
            remedy = "name a file under `measurements:` with a row `workload,server,cards,capacity,unit,date,source`"
            problems.append(document.problem(join("workloads", index), "no measured row for this service", remedy))
    return rows


def _in_file_order(problems: Iterable[Problem], first_file: str) -> list[Problem]:
    """The requirements file first, then files as their problems were met; at most MAX_PROBLEMS."""
    order = {first_file: 0}
    unique = dict.fromkeys((p.file, p.line, p.column, p.path, p.what, p.remedy) for p in problems)
    listed = [Problem(file=f, line=n, column=c, path=p, what=w, remedy=r) for f, n, c, p, w, r in unique]
    for problem in listed:
        order.setdefault(problem.file, len(order))
    listed.sort(key=lambda problem: (order[problem.file], problem.line, problem.column))
    if len(listed) > MAX_PROBLEMS:
        what = f"{len(listed) - MAX_PROBLEMS} more problems are not listed"
        rest = Problem(file=first_file, line=0, column=0, path="", what=what, remedy="correct those above first")
        listed = [*listed[:MAX_PROBLEMS], rest]
    return listed
