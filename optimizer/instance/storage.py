"""Storage of a request: what training needs, what is ordered, and at which price."""

from decimal import Decimal
from typing import Literal

from optimizer.cost.storage import storage_flow
from optimizer.cost.terms import Terms
from optimizer.frozen import Frozen
from optimizer.inputs.request import Request
from optimizer.sizing.storage import StorageNeed, capacity_tb, storage_needs
from optimizer.units import fen, need

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
    """None where nothing is trained and the file asks for none."""
    stated, needs = request.requirements.site.storage, storage_needs(request)
    if not needs and (stated.capacity_tb is None or stated.owned):
        return None
    return Storage(
        needs=needs,
        needed_tb=capacity_tb(needs, request.parameter("storage_usable_share")),
        stated_tb=stated.capacity_tb,
        not_bought=_not_bought(request),
        price_per_tb=request.parameter("parallel_storage_price"),
    )


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
