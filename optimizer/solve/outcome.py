"""What a solve returns. Infeasible and out of time are results, and never confused."""

from typing import Literal

from optimizer.frozen import Frozen
from optimizer.instance.instance import Decision

Status = Literal["optimal", "feasible", "infeasible", "unknown"]


class Outcome(Frozen):
    """`optimal` means proved within the requested gap; `unknown` means no plan in the time allowed."""

    status: Status
    cost_fen: int | None = None
    bound_fen: int | None = None
    """No plan costs less; also known for `unknown`."""
    decision: Decision | None = None
    seconds: float = 0.0
    """Wall time; for people, never for a workbook."""

    @property
    def gap(self) -> float | None:
        """(cost − bound) / cost; 0.0 proves optimality, None when there is no plan."""
        if self.cost_fen is None or self.bound_fen is None:
            return None
        return max(0, self.cost_fen - self.bound_fen) / max(1, abs(self.cost_fen))
