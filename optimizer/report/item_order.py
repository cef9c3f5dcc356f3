"""Cost items in report order."""

from typing import get_args

from optimizer.cost.items import CostItem

ITEM_ORDER: tuple[CostItem, ...] = get_args(CostItem)
