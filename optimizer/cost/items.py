"""Names of the cost items, in report order."""

from typing import Literal

CostItem = Literal[
    "servers", "network", "storage", "installation", "facility_work", "spares_stock", "adaptation",
    "energy", "space", "maintenance", "licences", "staff", "rent", "resale",
]  # fmt: skip
"""The first seven fall at purchase (year 0), resale at the end of the horizon, the others yearly. A capex budget
counts the first six; adaptation is effort of the buyer's own staff and stays outside."""

VatClass = Literal["goods", "services", "space", "none"]
VAT_CLASS: dict[CostItem, VatClass] = {
    "servers": "goods",
    "network": "goods",
    "storage": "goods",
    "installation": "services",
    "facility_work": "services",
    "spares_stock": "goods",
    "adaptation": "none",
    "energy": "goods",
    "space": "space",
    "maintenance": "services",
    "licences": "services",
    "staff": "none",
    "rent": "services",
    "resale": "none",
}
"""13 % goods and electricity, 6 % services and cloud, 9 % space; own staff and resale carry none."""
