"""Every published sum beside the computed one, and whether they agree."""

from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Catalog
from optimizer.inputs.own_catalog import build_catalog
from optimizer.inputs.quick_checks import QuickCheck, quick_checks
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.plan.quick.formulas import FORMULAS

Flag = Literal["agree", "derived", "DISAGREE"]
"""derived: the source states the parts and no result."""
TOLERANCE = 0.10
"""A published figure is rounded, or `about`: beyond a tenth it is another figure."""
UNITS: dict[str, float] = {
    "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "GB": 1e9, "TFLOPS": 1e12, "TFLOPS/card": 1e12, "PFLOPS": 1e15,
    "days": 86_400, "million h": 1e6, "million USD": 1e6, "million tokens": 1e6, "billion tokens": 1e9, "GWh": 1e9,
    "kWh": 1e3, "%": 0.01,
}  # fmt: skip
"""Base units in one of the unit; 1 for all others."""


class QuickSum(Frozen):
    """One row of the table."""

    check: QuickCheck
    computed: float
    """In the unit of the row."""
    flag: Flag


def quick_sums() -> tuple[QuickSum, ...]:
    """All shipped sums, on the shipped catalog, in file order."""
    files = shipped_files()
    catalog = build_catalog(shipped_entries(), []).catalog
    return tuple(quick_sum(check, catalog) for check in quick_checks(files))


def quick_sum(check: QuickCheck, catalog: Catalog) -> QuickSum:
    """One sum, computed and compared. Raises KeyError for a formula that does not exist."""
    computed = FORMULAS[check.formula](catalog, check.inputs) / UNITS.get(check.unit, 1.0)
    return QuickSum(check=check, computed=computed, flag=_flag(check, computed))


def _flag(check: QuickCheck, computed: float) -> Flag:
    if check.compare is None:
        return "derived"
    above = float(check.compare) - computed
    room = TOLERANCE * abs(computed)
    within = {"at_least": above >= -room, "at_most": above <= room}.get(check.relation or "", abs(above) <= room)
    return "agree" if within else "DISAGREE"
