"""The table of constraint families, and the model made of them."""

from collections.abc import Callable

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance
from optimizer.model.families.ballast import add_ballast
from optimizer.model.families.budget import add_budget
from optimizer.model.families.demand import add_demand
from optimizer.model.families.ecosystems import add_ecosystems
from optimizer.model.families.hosting import add_hosting
from optimizer.model.families.network import add_network
from optimizer.model.families.packing import add_packing
from optimizer.model.families.power import add_power
from optimizer.model.families.questions import add_questions
from optimizer.model.families.racks import add_racks
from optimizer.model.families.rent import add_rent
from optimizer.model.families.shares import add_shares
from optimizer.model.families.spares import add_spares
from optimizer.model.families.stock import add_stock
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars

FAMILIES: dict[str, Callable[[Instance, PlanVars], list[Row]]] = {
    "demand": add_demand,
    "hosting": add_hosting,
    "spares": add_spares,
    "ballast": add_ballast,
    "power": add_power,
    "racks": add_racks,
    "budget": add_budget,
    "ecosystems": add_ecosystems,
    "network": add_network,
    "packing": add_packing,
    "rent": add_rent,
    "shares": add_shares,
    "stock": add_stock,
    "questions": add_questions,
}


def build(instance: Instance) -> tuple[PlanVars, list[Row]]:
    """Variables and rows of an instance; no objective yet."""
    plan = PlanVars(instance, cp_model.CpModel())
    rows = [row for add in FAMILIES.values() for row in add(instance, plan)]
    return plan, rows
