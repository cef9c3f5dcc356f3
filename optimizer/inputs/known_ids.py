"""Every id in the requirements file names something that exists."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.catalog import Catalog
from optimizer.inputs.document import Document, join
from optimizer.inputs.keys import closest
from optimizer.inputs.requirements import InventoryItem, Policy
from optimizer.inputs.wording import shown
from optimizer.inputs.workload import Choice, FinetuneWorkload, InferenceWorkload, TrainingWorkload, Workload


class KnownIds(NamedTuple):
    """Ids by kind, also of own entries that cannot be used yet because something else is wrong with them."""

    cards: frozenset[str]
    servers: frozenset[str]
    models: frozenset[str]
    ecosystems: frozenset[str]


def workload_ids(
    document: Document, index: int, workload: Workload, known: KnownIds, catalog: Catalog
) -> list[Problem]:
    """Unknown model, engine, cards and servers of a workload, and a context longer than the model's."""
    path = join("workloads", index)
    problems = list(_choice(document, f"{path}.cards", workload.cards, known.cards, "card"))
    problems += _choice(document, f"{path}.servers", workload.servers, known.servers, "server")
    if isinstance(workload, TrainingWorkload):
        key, tokens = "sequence_length", workload.sequence_length
        problems += _model(document, path, workload.model, (key, tokens), known, catalog)
    if isinstance(workload, FinetuneWorkload) and workload.rl is not None:
        for name in workload.rl.efficiency:
            if name not in known.ecosystems:
                wording = unknown_id("ecosystem", name, known.ecosystems)
                problems.append(document.problem(f"{path}.rl.efficiency.{name}", *wording))
    if isinstance(workload, InferenceWorkload):
        key, tokens = "max_context_tokens", workload.max_context_tokens
        problems += _model(document, path, workload.model, (key, tokens), known, catalog)
        problems += _engine(document, path, workload.engine, catalog)
    return problems


def policy_ids(document: Document, policy: Policy, known: KnownIds, catalog: Catalog) -> list[Problem]:
    """Unknown ecosystems, vendors, cards and servers of the policy."""
    shares = policy.ecosystems.minimum_share
    unknown = [name for name in shares if name not in known.ecosystems]
    vendors = {card.vendor for card in catalog.cards.values()} | {server.vendor for server in catalog.servers.values()}
    allowed = Choice(allowed=policy.ecosystems.allowed)
    return [
        *_choice(document, "policy.ecosystems", allowed, known.ecosystems, "ecosystem"),
        *(
            document.problem(
                f"policy.ecosystems.minimum_share.{name}", *unknown_id("ecosystem", name, known.ecosystems)
            )
            for name in unknown
        ),
        *_choice(document, "policy.vendors", policy.vendors, vendors - {""}, "vendor"),
        *_choice(document, "policy.cards", policy.cards, known.cards, "card"),
        *_choice(document, "policy.servers", policy.servers, known.servers, "server"),
    ]


def inventory_ids(
    document: Document, items: Mapping[int, InventoryItem], known: KnownIds, catalog: Catalog
) -> Iterator[Problem]:
    """Unknown servers of the inventory, those that are only rented, and more cards than a server holds."""
    for index, item in items.items():
        path, server = join("inventory", index), catalog.servers.get(item.server)
        if item.server not in known.servers:
            yield document.problem(f"{path}.server", *unknown_id("server", item.server, known.servers))
        elif server and server.site is None:
            what = f"{shown(item.server)} is described for rent only: it has no `site` with power and size"
            yield document.problem(f"{path}.server", what, "describe its `site` in a file under `catalog:`")
        elif server and item.cards and item.cards > server.cards:
            what = f"{item.cards} usable cards of each, but {server.id} holds {server.cards}"
            yield document.problem(f"{path}.cards", what, f"write at most {server.cards}; `count` counts servers")


def unknown_id(kind: str, word: str, known: Iterable[str]) -> tuple[str, str]:
    """Wording for an id that no catalog defines."""
    choices = sorted(known)
    meant = closest(word, choices)
    listed = f"known: {', '.join(choices[:8])}{' …' if len(choices) > 8 else ''}"
    return f"unknown {kind} {shown(word)}", f"did you mean {meant}?" if meant else listed


def _choice(document: Document, path: str, choice: Choice, known: Iterable[str], kind: str) -> Iterator[Problem]:
    for key, words in (("allowed", choice.allowed), ("forbidden", choice.forbidden)):
        for number, word in enumerate(words):
            if word not in known:
                yield document.problem(f"{path}.{key}[{number}]", *unknown_id(kind, word, known))


def _model(
    document: Document, path: str, name: str, length: tuple[str, int], known: KnownIds, catalog: Catalog
) -> Iterator[Problem]:
    """An unknown model, and a sequence (key, tokens) longer than the model's."""
    model, (key, tokens) = catalog.models.get(name), length
    if name not in known.models:
        what, remedy = unknown_id("model", name, known.models)
        if "/" in name:
            remedy = "write a catalog id, or the path of the checkpoint's config.json below this file's folder"
        yield document.problem(f"{path}.model", what, remedy)
    elif model and tokens > model.max_context_tokens:
        what = f"{tokens} is more than {model.id} was made for ({model.max_context_tokens} tokens)"
        yield document.problem(f"{path}.{key}", what, f"write at most {model.max_context_tokens}")


def _engine(document: Document, path: str, engine: str | None, catalog: Catalog) -> Iterator[Problem]:
    known = sorted({name for ecosystem in catalog.ecosystems.values() for name in ecosystem.engines})
    if engine is not None and _plain(engine) not in {_plain(name) for name in known}:
        yield document.problem(f"{path}.engine", *unknown_id("engine", engine, known))


def _plain(name: str) -> str:
    """Spelling without case and separators: TensorRT-LLM and tensorrt_llm are one engine."""
    return re.sub(r"[^a-z0-9]", "", name.lower())
