"""What every sheet of one workbook is filled from."""

from dataclasses import dataclass

from xlsxwriter import Workbook

from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.axis import Axis
from optimizer.report.styles import Styles


@dataclass(frozen=True)
class Report:
    """A plan, the workbook it becomes and its time axis."""

    plan: Plan
    workbook: Workbook
    styles: Styles

    @property
    def axis(self) -> Axis:
        return Axis(self.plan.cost_rules.horizon_years)

    @property
    def currency(self) -> str:
        return self.plan.objective.currency

    @property
    def bought(self) -> tuple[Pool, ...]:
        return tuple(pool for pool in self.plan.pools if not pool.rented)
