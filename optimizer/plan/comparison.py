"""Base and scenarios on the same demand, side by side, and the price of a domestic share."""

from decimal import Decimal
from typing import Literal

from optimizer.cost.items import CostItem
from optimizer.frozen import Frozen
from optimizer.plan.no_plan import ConflictMember
from optimizer.plan.plan import DomesticShare, Plan
from optimizer.solve.outcome import Status

BridgeCategory = Literal[
    "hardware", "network", "adaptation", "energy", "space", "maintenance", "staff_and_licences", "rent", "resale"
]
"""hardware = servers, storage, installation, facility work and spares stock."""
CATEGORY_ITEMS: dict[BridgeCategory, tuple[CostItem, ...]] = {
    "hardware": ("servers", "storage", "installation", "facility_work", "spares_stock"),
    "network": ("network",),
    "adaptation": ("adaptation",),
    "energy": ("energy",),
    "space": ("space",),
    "maintenance": ("maintenance",),
    "staff_and_licences": ("licences", "staff"),
    "rent": ("rent",),
    "resale": ("resale",),
}
"""The cost items of each category: every item is in one."""


class ScenarioResult(Frozen):
    """One column."""

    name: str
    """`base` for the file without overlay."""
    status: Status
    plan: Plan | None
    """None when infeasible or unknown."""
    conflict: tuple[ConflictMember, ...]
    """Why not, when infeasible."""
    demand_changed: bool
    """The overlay changes workloads: the column is not on the same demand, and says so."""


class BridgeItem(Frozen):
    """Part of the difference in present value between a scenario and the base; the parts sum to it."""

    scenario: str
    category: BridgeCategory
    amount: Decimal


class SharePoint(Frozen):
    """Cheapest plan at one minimum domestic share."""

    minimum: Decimal
    """0, 0.1, … 1."""
    status: Status
    tco_npv: Decimal | None
    bound: Decimal | None
    gap: float | None
    achieved: DomesticShare | None
    purchases: tuple[str, ...]
    """`count × server name`."""


class Comparison(Frozen):
    """Answer of `procure compare`."""

    name: str
    language: Literal["zh", "en"]
    currency: Literal["CNY", "USD"]
    as_of: str
    results: tuple[ScenarioResult, ...]
    """Base first, then scenarios in file order."""
    bridges: tuple[BridgeItem, ...]
    curve_by: Literal["spend", "cards", "servers", "compute"]
    curve: tuple[SharePoint, ...]
