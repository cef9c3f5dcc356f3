"""Storage of a request: what training needs, what is ordered, and at which price."""

from decimal import Decimal
from typing import Literal

from optimizer.cost.storage import BYTES_PER_TB, storage_flow
from optimizer.cost.terms import Terms
from optimizer.errors import InputError, Problem
from optimizer.frozen import Frozen
from optimizer.inputs.request import Request
from optimizer.sizing.storage import StorageNeed, capacity_tb, storage_needs
from optimizer.units import fen, need

MOST_TB = 10**7
"""The largest training clusters of 2026 keep some hundred thousand."""
NotBought = Literal["owned", "nothing is bought"]


class Storage(Frozen):
    """Shared storage for data and checkpoints."""

    needs: tuple[StorageNeed, ...]
    needed_tb: int
    """To order, so that the usable share holds what training needs."""
    stated_tb: int | None
    """By the file."""
    not_bought: NotBought | None
    price_per_tb: Decimal
    """Request currency, ex VAT."""

    @property
    def ordered_tb(self) -> int:
        """0 where none is bought."""
        if self.not_bought is not None:
            return 0
        return self.needed_tb if self.stated_tb is None else self.stated_tb


def storage_of(request: Request) -> Storage | None:
    """None where nothing is trained and the file asks for none.

    Raises InputError where a workload needs more storage than anybody has: a slip of the unit.
    """
    stated, needs = request.requirements.site.storage, storage_needs(request)
    if not needs and (stated.capacity_tb is None or stated.owned):
        return None
    if slips := [_too_much(request, each) for each in needs if each.stored_bytes > MOST_TB * BYTES_PER_TB]:
        raise InputError(slips)
    return Storage(
        needs=needs,
        needed_tb=capacity_tb(needs, request.parameter("storage_usable_share")),
        stated_tb=stated.capacity_tb,
        not_bought=_not_bought(request),
        price_per_tb=request.parameter("parallel_storage_price"),
    )


def _too_much(request: Request, each: StorageNeed) -> Problem:
    names = [workload.name for workload in request.requirements.workloads]
    path = f"workloads[{names.index(each.workload)}]"
    place = request.place_of(path)
    what = f"{each.workload} would keep {each.stored_bytes // BYTES_PER_TB:,} TB, more than {MOST_TB:,} TB"
    remedy = "check the unit of its tokens, samples and jobs"
    return Problem(file=place.file, line=place.line, column=place.column, path=path, what=what, remedy=remedy)


def _not_bought(request: Request) -> NotBought | None:
    """A buyer who buys nothing (only rents, or has no budget) buys no storage either."""
    requirements = request.requirements
    if requirements.site.storage.owned:
        return "owned"
    budget = requirements.finance.capex_budget
    return "nothing is bought" if not requirements.buy.allowed or budget == 0 else None


def storage_money(request: Request, terms: Terms) -> tuple[int, int]:
    """(present value, amount with VAT as a budget counts it) of what is ordered, fen."""
    storage = storage_of(request)
    if storage is None or not storage.ordered_tb:
        return 0, 0
    amount = storage.ordered_tb * storage.price_per_tb
    purchase = storage_flow(terms, storage.ordered_tb, storage.price_per_tb)
    return fen(purchase.present_value), need(terms.incl_vat("storage", amount) * 100)
