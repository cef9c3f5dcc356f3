"""Cautions about what training needs around the cards: storage, network ports, host memory for a checkpoint.

    storage        writes the largest checkpoint in the time allowed; capacity as the file states against what is needed
    fabric_ports   rate that a server lists per card for traffic between servers ≥ that of the fabric, where groups span
    storage_link   network of a server ≥ its part of a checkpoint in the time allowed          [bit/s]
    snapshot       host memory ≥ its part of a checkpoint, which is staged there               [bytes]

Rented servers stand elsewhere. No caution is a limit.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from optimizer.inputs.catalog import Server
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.plan.caution import Caution
from optimizer.plan.storage import Storage, StorageUse
from optimizer.sizing.machine import NOT_STATED

BITS_PER_BYTE = 8
TrainingRule = Literal["storage", "fabric_ports", "storage_link", "snapshot"]


def training_cautions(prepared: Prepared, storage: Storage | None, placed: Sequence[Placed]) -> tuple[Caution, ...]:
    """The storage first, then pool by pool; what several workloads say of one pool is said once, the largest need."""
    found: dict[tuple[str, str], Caution] = {}
    for p in placed:
        facts = prepared.offer(p.offer)
        if facts.rented or facts.server.site is None:
            continue
        for caution in _of_group(prepared, storage, facts, p):
            key, before = (facts.id, caution.rule), found.get((facts.id, caution.rule))
            if before is None or caution.needed > before.needed:
                found[key] = caution
    return (*_storage(prepared, storage), *(found[key] for key in sorted(found)))


def _storage(prepared: Prepared, storage: Storage | None) -> Iterator[Caution]:
    if storage is None or not storage.uses:
        return
    if storage.stated_tb is not None and storage.stated_tb < storage.needed_tb:
        source = "the requirements file (site.storage)"
        yield _caution("storage", "short", base=storage.needed_tb, needed=storage.needed_tb,
                       available=storage.stated_tb, unit="TB", source=source)  # fmt: skip
    largest = max(storage.uses, key=lambda use: use.write_bytes_per_s)
    entry = prepared.request.catalog.parameters["checkpoint_write_seconds"]
    yield _caution("storage", "ask", factor=float(1 / storage.write_seconds), base=largest.checkpoint_bytes,
                   needed=storage.write_bytes_per_s, unit="B", source=entry.spec.source)  # fmt: skip


def _of_group(prepared: Prepared, storage: Storage | None, facts: OfferFacts, placed: Placed) -> Iterator[Caution]:
    """Of one replica, or gang, on its servers."""
    server, network = facts.server, prepared.network
    devices = server.cards * (facts.card.facts.devices if facts.card.facts else 1)
    servers = -(-placed.option.devices // devices)
    if servers > 1 and network is not None:
        needed = float(network.gbps_per_card) * 10**9
        yield from _against("fabric_ports", facts, 1, needed, server.scale_out_bits_per_s_per_card, "bit/s")
    name = prepared.request.requirements.workloads[placed.workload].name
    use = next((each for each in storage.uses if each.workload == name), None) if storage else None
    if use is not None:
        yield from _of_checkpoint(facts, server, use, servers)


def _of_checkpoint(facts: OfferFacts, server: Server, use: StorageUse, servers: int) -> Iterator[Caution]:
    per_card = server.scale_out_bits_per_s_per_card
    listed = None if per_card is None else per_card * server.cards
    yield from _against("storage_link", facts, servers, use.write_bytes_per_s * BITS_PER_BYTE, listed, "bit/s")
    there = server.host_memory_bytes
    if there:
        yield from _against("snapshot", facts, servers, use.checkpoint_bytes, there, "B")


def _against(
    rule: TrainingRule, facts: OfferFacts, servers: int, base: float, there: float | None, unit: str
) -> Iterator[Caution]:
    """Nothing where a server has its part of the whole."""
    needed = base / servers
    if there is not None and there >= needed:
        return
    source = facts.server.spec.source if there is not None and facts.server.spec else NOT_STATED
    yield _caution(
        rule, "unknown" if there is None else "short", factor=servers, base=base, needed=needed, available=there,
        unit=unit, source=source,
    ).model_copy(update={"server": facts.key, "server_name": facts.server.name or facts.server.id})  # fmt: skip


def _caution(
    rule: TrainingRule,
    finding: Literal["short", "ask", "unknown"],
    *,
    factor: float = 1,
    base: float,
    needed: float,
    available: float | None = None,
    unit: str,
    source: str,
) -> Caution:
    return Caution(
        rule=rule, finding=finding, factor=factor, base=base, needed=needed, available=available, unit=unit,
        source=source,
    )  # fmt: skip
