"""The shipped catalog with the user's own entries on top.

An own entry with a known id overrides single fields (mappings are merged, lists and scalars replace, null removes); a
new id adds an entry. A server may describe its card in place: `card: {id: …, ecosystem: …, domestic: …}`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from optimizer.errors import InputError, Problem
from optimizer.inputs import plausible
from optimizer.inputs.catalog import Card, Catalog, CostParameter, Ecosystem, LanguageModel, RentTerm, Server
from optimizer.inputs.document import Document, join
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.generic_tiers import card_faults, server_faults
from optimizer.inputs.keys import closest
from optimizer.inputs.known_ids import KnownIds, unknown_id
from optimizer.inputs.parameter_rules import entry_faults
from optimizer.inputs.plausible import Faults
from optimizer.inputs.problems import translate
from optimizer.inputs.shipped import KINDS, RawCatalog
from optimizer.inputs.wording import list_wording, mapping_wording, text_wording
from optimizer.inputs.yaml_reader import read_yaml

MODELS: dict[str, type[BaseModel]] = {
    "cards": Card,
    "servers": Server,
    "models": LanguageModel,
    "ecosystems": Ecosystem,
    "parameters": CostParameter,
}


class OwnEntry(NamedTuple):
    """One entry of a user's catalog file."""

    kind: str
    id: str
    fields: dict[str, Any]
    document: Document
    path: str


class LoadedCatalog(NamedTuple):
    """Catalog of every entry that can be used, all ids that were claimed, and what is wrong with the rest."""

    catalog: Catalog
    known: KnownIds
    problems: list[Problem]


def read_own(files: Files, name: str) -> list[Document]:
    """Documents of one `catalog:` entry, a file or a folder. Raises InputError with every problem of its files."""
    names = files.yaml_names(name) if files.is_folder(name) else (name,)
    documents: list[Document] = []
    problems: list[Problem] = []
    for each in names:
        try:
            documents.append(read_yaml(files.read_text(each, max_bytes=YAML_MAX_BYTES), each))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return documents


def build_catalog(shipped: RawCatalog, documents: list[Document]) -> LoadedCatalog:
    """Merge, validate and cross-check. The shipped entries themselves are valid: a fault there is our bug."""
    problems = [problem for document in documents for problem in document.problems]
    entries = _own_entries(documents, problems)
    merged = {kind: dict(shipped[kind]) for kind in KINDS}
    own_ids: list[str] = []
    for entry in entries:
        base = merged[entry.kind].get(entry.id)
        own_ids += (
            [f"{entry.kind}.{entry.id}"] if base is None else _changed(f"{entry.kind}.{entry.id}", base, entry.fields)
        )
        merged[entry.kind][entry.id] = _merge(base or {}, entry.fields)
    owners = {(entry.kind, entry.id): entry for entry in entries}
    valid: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for kind, model in MODELS.items():
        for entry_id, fields in merged[kind].items():
            try:
                valid[kind][entry_id] = model.model_validate(fields)
            except ValidationError as error:
                if (owner := owners.get((kind, entry_id))) is None:
                    raise
                problems += translate(error, model, owner.document, fields, owner.path)
    catalog = Catalog(**valid, own_ids=tuple(own_ids))
    known = KnownIds(*(frozenset(merged[kind]) for kind in KnownIds._fields))
    for entry in entries:
        problems += _cross_check(entry, catalog, known)
        problems += _parameter(entry, catalog, shipped)
    return LoadedCatalog(catalog, known, problems)


def with_models(loaded: LoadedCatalog, models: Mapping[str, LanguageModel], names: Iterable[str]) -> LoadedCatalog:
    """The catalog with further models; `names` also of those that cannot be used because of what was said already."""
    own_ids = (*loaded.catalog.own_ids, *(f"models.{name}" for name in models))
    catalog = loaded.catalog.model_copy(update={"models": {**loaded.catalog.models, **models}, "own_ids": own_ids})
    known = loaded.known._replace(models=loaded.known.models.union(names))
    return loaded._replace(catalog=catalog, known=known)


def _own_entries(documents: list[Document], problems: list[Problem]) -> list[OwnEntry]:
    """Entries in file order, cards described inside servers split off; ids given twice are problems."""
    found: dict[tuple[str, str], OwnEntry] = {}
    for document in documents:
        for entry in _listed(document, problems):
            earlier = found.setdefault((entry.kind, entry.id), entry)
            if earlier is not entry and earlier.fields != entry.fields:
                line, _ = earlier.document.places[earlier.path]
                what = f'"{entry.id}" is already described in {earlier.document.file}:{line}'
                problems.append(document.problem(join(entry.path, "id"), what, "keep one of the two"))
    return list(found.values())


def _listed(document: Document, problems: list[Problem]) -> Iterator[OwnEntry]:
    for kind, items in document.data.items():
        if kind not in KINDS:
            meant = closest(kind, KINDS)
            remedy = f"did you mean {meant}?" if meant else f"a catalog file holds {', '.join(KINDS)}"
            problems.append(document.problem(kind, f'unknown key "{kind}"', remedy))
        elif not isinstance(items, list):
            problems.append(document.problem(kind, *list_wording(items)))
        else:
            for number, fields in enumerate(items):
                yield from _entry(document, kind, join(kind, number), fields, problems)


def _entry(document: Document, kind: str, path: str, fields: Any, problems: list[Problem]) -> Iterator[OwnEntry]:
    if not isinstance(fields, dict):
        problems.append(document.problem(path, *mapping_wording(fields, tuple(MODELS[kind].model_fields))))
        return
    if not isinstance(fields.get("id"), str):
        what, remedy = text_wording(fields["id"]) if "id" in fields else ("is missing", "write `id:` with a short name")
        problems.append(document.problem(join(path, "id"), what, remedy))
        return
    if kind == "servers" and isinstance(card := fields.get("card"), dict):
        yield from _entry(document, "cards", join(path, "card"), card, problems)
        fields = {**fields, "card": card.get("id")}
    yield OwnEntry(kind, fields["id"], fields, document, path)


def _merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def _changed(path: str, base: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """Paths of the single fields that an own entry gives another value."""
    found = []
    for key, value in own.items():
        below = base.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            found += _changed(join(path, key), below, value)
        elif value != below:
            found.append(join(path, key))
    return found


def _out_of_range(entry: OwnEntry, catalog: Catalog) -> Faults:
    """Numbers that no machine and no model has: slips of the unit."""
    if entry.kind == "cards" and (card := catalog.cards.get(entry.id)):
        yield from plausible.card_faults(card)
    if entry.kind == "servers" and (server := catalog.servers.get(entry.id)):
        yield from plausible.server_faults(server)
    if entry.kind == "models" and (model := catalog.models.get(entry.id)):
        yield from plausible.model_faults(model)


def _cross_check(entry: OwnEntry, catalog: Catalog, known: KnownIds) -> Iterator[Problem]:
    for field, what, remedy in _out_of_range(entry, catalog):
        yield entry.document.problem(join(entry.path, field), what, remedy)
    if entry.kind == "cards" and (card := catalog.cards.get(entry.id)) and card.ecosystem not in known.ecosystems:
        found = unknown_id("ecosystem", card.ecosystem, known.ecosystems)
        yield entry.document.problem(join(entry.path, "ecosystem"), *found)
    if entry.kind == "cards" and (card := catalog.cards.get(entry.id)):
        yield from (entry.document.problem(join(entry.path, f), *x) for f, *x in card_faults(card, catalog, known))
    if entry.kind == "servers" and (server := catalog.servers.get(entry.id)):
        if server.card not in known.cards:
            found = unknown_id("card", server.card, known.cards)
            yield entry.document.problem(join(entry.path, "card"), *found)
        yield from (entry.document.problem(join(entry.path, f), *x) for f, *x in server_faults(server, catalog, known))
        if (rent := server.rent) and not any(rent.hourly(term) for term in get_args(RentTerm)):
            remedy = "write price_per_hour, one_year_per_hour or three_year_per_hour"
            yield entry.document.problem(join(entry.path, "rent"), "states no price", remedy)
        if (site := server.site) and not site.idle_power_w <= site.typical_power_w <= site.max_power_w:
            what = f"idle {site.idle_power_w} W, typical {site.typical_power_w} W, maximum {site.max_power_w} W"
            yield entry.document.problem(
                join(entry.path, "site"), f"power out of order: {what}", "idle ≤ typical ≤ max"
            )


def _parameter(entry: OwnEntry, catalog: Catalog, shipped: RawCatalog) -> Iterator[Problem]:
    """An own cost parameter out of range, or in another unit than the shipped one."""
    if entry.kind == "parameters" and (parameter := catalog.parameters.get(entry.id)):
        unit = shipped["parameters"].get(entry.id, {}).get("unit", parameter.unit)
        for key, what, remedy in entry_faults(parameter, entry.fields, unit):
            yield entry.document.problem(join(entry.path, key), what, remedy)
