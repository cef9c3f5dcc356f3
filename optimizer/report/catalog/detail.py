"""One entry with all that is known about it, and several side by side."""

from typing import Any, NamedTuple, get_args

from optimizer.cost.availability import Verdict, availability
from optimizer.errors import InputError, Problem
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.whole_catalog import WholeCatalog
from optimizer.report.catalog.items import Item, as_json, every_item, fields, quotes_of, servers_of
from optimizer.report.catalog.units import shown, unit_of

SPEC = ("spec.source", "spec.date", "spec.confidence")
COMPARABLE = ("cards", "servers", "models")


class Row(NamedTuple):
    """One field of one or several items, in reading units."""

    field: str
    values: tuple[str, ...]
    """One text per item; `–` where it is unknown."""
    unit: str
    differs: bool
    """Not the same for all items."""


def found(whole: WholeCatalog, ids: list[str]) -> list[Item]:
    """The entries with these ids. Raises InputError with every unknown id and what may have been meant."""
    by_id: dict[str, Item] = {}
    for item in every_item(whole):
        by_id.setdefault(item.id, item)
    problems = [_problem(*unknown_id("id", each, by_id)) for each in ids if each not in by_id]
    if problems:
        raise InputError(problems)
    return [by_id[each] for each in ids]


def comparable(chosen: list[Item]) -> list[Item]:
    """The same items. Raises InputError for fewer than two, for two kinds, or for what has no sheet of its own."""
    kinds = sorted({item.kind for item in chosen})
    if len(chosen) < 2:
        raise InputError([_problem("one id: nothing to compare it with", "name two or more")])
    if len(kinds) > 1:
        raise InputError([_problem(f"{' and '.join(kinds)} have no fields in common", "compare entries of one kind")])
    if kinds[0] not in COMPARABLE:
        raise InputError([_problem(f"{kinds[0]} are not compared", f"name {', '.join(COMPARABLE)}")])
    return chosen


def rows(chosen: list[Item]) -> list[Row]:
    """Every field that one of the items has, in the order of the first that has it."""
    known = [fields(item) for item in chosen]
    keys = dict.fromkeys(key for each in known for key in each if key != "id")
    found_rows = []
    for key in keys:
        values = tuple(shown(key, each[key]) if key in each else "–" for each in known)
        unit = next(unit_of(key, each) for each in known if key in each)
        found_rows.append(Row(key, values, unit, len(set(values)) > 1))
    return found_rows


def detail_json(whole: WholeCatalog, item: Item) -> dict[str, Any]:
    """The entry, each field with unit and origin, its quotes, the servers of a card, the card of a server."""
    known = fields(item)
    priced = {key: known.get(f"price.{key}") for key in ("source", "date", "confidence")}
    spec = {key: known.get(f"spec.{key}") for key in ("source", "date", "confidence")}
    listed = [
        {"field": row.field, "value": known[row.field], "shown": row.values[0], "unit": row.unit}
        | (priced if row.field.startswith("price.") else spec)
        for row in rows([item])
        if row.field not in SPEC
    ]
    servers = [server.id for server in servers_of(whole, item.id)] if item.kind == "cards" else []
    return as_json(item) | {
        "fields": listed,
        "quotes": [quote.model_dump(mode="json") for quote in quotes_of(whole, item)],
        "servers": servers,
        "availability_of_card": item.card.availability if item.card and item.kind == "servers" else None,
        "buyers": {buyer: verdict.reason for buyer, verdict in verdicts(item).items() if verdict.admissible},
        "not_for": {buyer: verdict.reason for buyer, verdict in verdicts(item).items() if not verdict.admissible},
    }


def verdicts(item: Item) -> dict[str, Verdict]:
    """Buyer → whether he may have a new one; empty for what is neither card nor server."""
    if item.card is None or item.kind not in ("cards", "servers"):
        return {}
    return {buyer: availability(item.card, buyer) for buyer in get_args(Requirements.model_fields["buyer"].annotation)}


def _problem(what: str, remedy: str) -> Problem:
    return Problem(file="catalog", line=0, column=0, path="", what=what, remedy=remedy)
