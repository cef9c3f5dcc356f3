"""One module per sheet. Each fills its sheet from the plan and returns the cells that other sheets refer to."""

from optimizer.plan.plan import Plan

SHEET_KEYS = (
    "cover",
    "summary",
    "requirements",
    "inputs",
    "purchases",
    "price_basis",
    "placement",
    "capacity",
    "storage",
    "seats",
    "racks",
    "cost",
    "capex",
    "opex",
    "cash_flow",
    "depreciation",
    "unit_cost",
    "sensitivity",
    "break_even",
    "limits",
    "rejections",
    "limit_values",
    "alternatives",
    "sources",
    "acceptance",
    "risks",
    "proof",
    "checks",
    "version",
)
"""Tab order; `left_out` names those that a plan has nothing for."""
EXPLAINED = ("limit_values", "alternatives")
STORAGE = "storage"
RACKS = "racks"
OF_A_PURCHASE = ("capex", "depreciation")
OF_SERVERS_BOUGHT = ("break_even",)
TAB_COLOURS = {
    "cover": "#1F3864",
    "summary": "#1F3864",
    "inputs": "#FFD966",
    "sources": "#A6A6A6",
    "rejections": "#A6A6A6",
    "checks": "#70AD47",
}
"""By kind: cover and page one dark, inputs yellow, reference grey, checks green; results keep the default below."""
RESULT_TAB_COLOUR = "#5B9BD5"


def left_out(plan: Plan) -> tuple[str, ...]:
    """Sheets without content."""
    explained = () if plan.explanation is not None else EXPLAINED
    bought = any(pool.count and not pool.rented for pool in plan.pools)
    racked = () if plan.racks else (RACKS,)
    stored = () if plan.storage is not None else (STORAGE,)
    capital = bought or plan.network is not None or (plan.storage is not None and plan.storage.ordered_tb > 0)
    servers = () if bought else OF_SERVERS_BOUGHT
    return (*explained, *stored, *racked, *(() if capital else OF_A_PURCHASE), *servers)
