"""What the catalog commands do; `catalog.py` holds their flags."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from optimizer.cli.answer import answered
from optimizer.cli.exits import BAD_INPUT, PLAN
from optimizer.cli.output import check_targets, write_json

if TYPE_CHECKING:
    from optimizer.report.catalog.filters import Filters


def list_command(kind: str, filters: "Filters", json_target: str | None, language: str) -> int:
    """0; 2 when a filter names what does not exist."""

    def run() -> int:
        from optimizer.inputs.whole_catalog import whole_catalog
        from optimizer.report.catalog.console import print_list
        from optimizer.report.catalog.filters import filtered
        from optimizer.report.catalog.items import as_json, items

        check_targets([], None, json_target)
        found = filtered(items(whole_catalog(), kind), kind, filters)
        write_json(json_target, [as_json(item) for item in found])
        if json_target != "-":
            print_list(kind, found, language)
        return PLAN

    return answered(json_target, run)


def show_command(entry_id: str, json_target: str | None, language: str) -> int:
    """0; 2 for an unknown id."""

    def run() -> int:
        from optimizer.inputs.whole_catalog import whole_catalog
        from optimizer.report.catalog.console import print_detail
        from optimizer.report.catalog.detail import detail_json, found

        check_targets([], None, json_target)
        whole = whole_catalog()
        (item,) = found(whole, [entry_id])
        write_json(json_target, [detail_json(whole, item)])
        if json_target != "-":
            print_detail(whole, item, language)
        return PLAN

    return answered(json_target, run)


def compare_entries_command(ids: list[str], json_target: str | None, language: str) -> int:
    """0; 2 for an unknown id, fewer than two, or entries of two kinds."""

    def run() -> int:
        from optimizer.inputs.whole_catalog import whole_catalog
        from optimizer.report.catalog.console import print_comparison
        from optimizer.report.catalog.detail import comparable, found
        from optimizer.report.catalog.items import as_json

        check_targets([], None, json_target)
        chosen = comparable(found(whole_catalog(), ids))
        write_json(json_target, [as_json(item) for item in chosen])
        if json_target != "-":
            print_comparison(chosen, language)
        return PLAN

    return answered(json_target, run)


def check_catalog_command(path: Path | None, json_target: str | None) -> int:
    """0 when there are only warnings, 2 with all problems otherwise."""

    def run() -> int:
        from optimizer.errors import InputError
        from optimizer.inputs.catalog_check import checked
        from optimizer.report.catalog.warnings import catalog_warnings, warning_lines, warnings_json

        check_targets([path] if path else [], None, json_target)
        catalog = checked(path)
        if catalog.problems:
            raise InputError(list(catalog.problems))
        warnings = catalog_warnings(catalog)
        answer = {"status": "ok", "problems": [], "warnings": warnings_json(warnings), "checked": catalog.counts}
        write_json(json_target, answer)
        out = sys.stderr if json_target == "-" else sys.stdout
        for line in warning_lines(warnings):
            print(line, file=out)
        counts = ", ".join(f"{count} {kind}" for kind, count in catalog.counts.items())
        print(f"{path or 'shipped catalog'}: no problems; {len(warnings)} warnings; {counts}", file=out)
        return PLAN

    return answered(json_target, run)


def schema_command(subject: str, output: Path | None) -> int:
    """Print or write a JSON Schema."""
    from optimizer.inputs.schema import catalog_schema, request_schema

    if output is not None and output.is_dir():
        print(f"procure: {output} is a folder; choose a file name with -o", file=sys.stderr)
        return BAD_INPUT
    if output is not None and output.exists() and output.suffix != ".json":
        print(f"procure: {output} exists and is no JSON file; choose another name with -o", file=sys.stderr)
        return BAD_INPUT
    target = "-" if output is None else str(output)
    return answered(None, lambda: _write(target, request_schema() if subject == "request" else catalog_schema()))


def _write(target: str, schema: dict[str, object]) -> int:
    write_json(target, schema)
    return PLAN
