"""The plan's cost lines as the workbook's cached values, and the proof that its formulas give the same."""

from collections import defaultdict
from decimal import Decimal

from optimizer.cost.items import CostItem
from optimizer.errors import ModelError
from optimizer.plan.plan import Plan
from optimizer.report.axis import Axis

ABSOLUTE_TOLERANCE = 0.01
RELATIVE_TOLERANCE = 1e-9
"""A workbook line and the plan may differ by the larger of one hundredth and this share (float against decimal)."""


class PlannedAmounts:
    """Amounts by (item, subject, column of the time axis); remembers what was shown, so that nothing gets lost."""

    def __init__(self, plan: Plan) -> None:
        axis = Axis(plan.cost_rules.horizon_years)
        self._amounts: dict[tuple[CostItem, str, int], Decimal] = defaultdict(Decimal)
        self._present: dict[tuple[CostItem, str], Decimal] = defaultdict(Decimal)
        for line in plan.cost_lines:
            column = axis.column_of(line.year, at_end=line.item == "resale")
            self._amounts[line.item, line.subject, column] += line.amount
            self._present[line.item, line.subject] += line.present_value
        self._shown: set[tuple[CostItem, str, int]] = set()

    def amount(self, item: CostItem, subject: str, column: int, computed: float) -> float:
        """The plan's amount. Raises ModelError where the formula's value is another."""
        self._shown.add((item, subject, column))
        return agreed(f"{item} of {subject}", self._amounts.get((item, subject, column), Decimal(0)), computed)

    def present_value(self, item: CostItem, subject: str, computed: float) -> float:
        """The plan's present value of one row. Raises ModelError where the formula's value is another."""
        return agreed(f"present value of {item} of {subject}", self._present.get((item, subject), Decimal(0)), computed)

    def check_all_shown(self) -> None:
        """Raises ModelError when the plan has a cost line that no row of the workbook shows."""
        if lost := [key for key, amount in self._amounts.items() if amount and key not in self._shown]:
            raise ModelError(f"cost lines without a row in the workbook: {sorted(lost)}")


def agreed(what: str, planned: Decimal, computed: float) -> float:
    """The plan's value. Raises ModelError where the formula's is another."""
    value = float(planned)
    if abs(value - computed) > max(ABSOLUTE_TOLERANCE, RELATIVE_TOLERANCE * abs(value)):
        raise ModelError(f"{what}: the plan says {value:.2f}, the workbook's formula gives {computed:.2f}")
    return value
