"""Storage of a plan: what each training workload keeps, how fast it writes, what is bought."""

from collections.abc import Sequence
from decimal import Decimal

from optimizer.frozen import Frozen
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared
from optimizer.instance.storage import NotBought, storage_of
from optimizer.sizing.storage import StorageNeed, checkpoint_interval_s


class StorageUse(Frozen):
    """One training workload (formulas: docs/training_demand.md §3)."""

    workload: str
    checkpoint_bytes: int
    checkpoints_kept: int
    data_bytes: int
    at_once: int
    """Runs or jobs at the same time, at most; each keeps its own checkpoints and data."""
    stored_bytes: int
    write_bytes_per_s: int
    """At which a checkpoint is written in the time allowed."""
    cards: int
    """Of one gang, in the year with the largest."""
    checkpoint_interval_s: float
    """Between two checkpoints, by Young's rule from the time allowed and the interruptions of so many cards."""


class Storage(Frozen):
    """Shared storage for data and checkpoints; its purchase is in cost_lines as item and subject `storage`."""

    uses: tuple[StorageUse, ...]
    usable_share: Decimal
    """Of what is ordered."""
    write_seconds: Decimal
    """Time in which a checkpoint is written; the run waits."""
    needed_tb: int
    """To order, so that the usable share holds everything."""
    stated_tb: int | None
    """By the file: of what exists, or to be bought."""
    ordered_tb: int
    """Bought; 0 where none is."""
    not_bought: NotBought | None
    """Why none is bought."""
    price_per_tb: Decimal
    price_low: Decimal
    price_high: Decimal

    @property
    def write_bytes_per_s(self) -> int:
        """The largest checkpoint in the time allowed."""
        return max((use.write_bytes_per_s for use in self.uses), default=0)


def storage_lines(prepared: Prepared, placed: Sequence[Placed]) -> Storage | None:
    """None where nothing is trained and the file asks for none."""
    request, found = prepared.request, storage_of(prepared.request)
    if found is None:
        return None
    entry = request.catalog.parameters["parallel_storage_price"]
    return Storage(
        uses=tuple(_use(prepared, need, placed) for need in found.needs),
        usable_share=request.parameter("storage_usable_share"),
        write_seconds=request.parameter("checkpoint_write_seconds"),
        needed_tb=found.needed_tb,
        stated_tb=found.stated_tb,
        ordered_tb=found.ordered_tb,
        not_bought=found.not_bought,
        price_per_tb=found.price_per_tb,
        price_low=request.money(entry.low, entry.unit[:3]),
        price_high=request.money(entry.high, entry.unit[:3]),
    )


def _use(prepared: Prepared, need: StorageNeed, placed: Sequence[Placed]) -> StorageUse:
    workloads = prepared.request.requirements.workloads
    cards = max(_gang_cards(prepared, p) for p in placed if workloads[p.workload].name == need.workload)
    return StorageUse(
        workload=need.workload,
        checkpoint_bytes=need.checkpoint_bytes,
        checkpoints_kept=need.kept,
        data_bytes=need.data_bytes,
        at_once=need.at_once,
        stored_bytes=need.stored_bytes,
        write_bytes_per_s=need.write_bytes_per_s,
        cards=cards,
        checkpoint_interval_s=checkpoint_interval_s(prepared.request, cards),
    )


def _gang_cards(prepared: Prepared, placed: Placed) -> int:
    facts = prepared.offer(placed.offer).card.facts
    return -(-placed.option.devices // (facts.devices if facts else 1))
