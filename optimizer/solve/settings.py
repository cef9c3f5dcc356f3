"""How a solve is run. The defaults are repeatable: one worker, a deterministic limit, seed 0."""

from ortools.sat.python import cp_model

from optimizer.frozen import Frozen

DETERMINISTIC_LIMIT = 60.0
"""CP-SAT's own deterministic time units (a good second each on one core); the same on every run and machine."""
SIDE_LIMIT = 15.0
"""The same for variants, points of a curve, and the restricted first steps of a split."""
TIE_LIMIT = 5.0
"""The same for the second solve that only breaks ties."""


class Settings(Frozen):
    """Solver settings of one run."""

    gap: float = 1e-3
    """Relative gap at which a plan counts as optimal."""
    workers: int = 1
    seed: int = 0
    time_limit_s: float | None = None
    """Wall-clock limit; None = the deterministic limit."""

    @property
    def repeatable(self) -> bool:
        return self.workers == 1 and self.time_limit_s is None


def solver_for(settings: Settings, deterministic_limit: float = DETERMINISTIC_LIMIT) -> cp_model.CpSolver:
    """A CP-SAT solver with these settings.

    The linear relaxation takes in every row (level 2): with CP-SAT's default a single worker found no proof in 20 s on
    demands that divide freely, with it in 0.1 s (`python -m benchmarks.mix_cases`).
    """
    solver = cp_model.CpSolver()
    solver.parameters.linearization_level = 2
    solver.parameters.num_workers = settings.workers
    solver.parameters.random_seed = settings.seed
    solver.parameters.relative_gap_limit = settings.gap
    if settings.time_limit_s is None:
        solver.parameters.max_deterministic_time = deterministic_limit
    else:
        solver.parameters.max_time_in_seconds = settings.time_limit_s
    return solver
