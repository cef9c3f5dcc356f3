"""Errors that reach a user.

    OptimizerError
    ├── InputError     the files cannot be used as they are: every problem, with its place and remedy (exit 2)
    └── ModelError     our own arithmetic disagrees with itself: a bug, never the user's fault (exit 1)

Infeasible and out of time are results (`solve.Outcome`), not errors.
"""

from optimizer.frozen import Frozen


class Problem(Frozen):
    """One thing wrong in the user's files."""

    file: str
    """File as the user named it, relative to the requirements file's folder where it lies below it."""
    line: int
    """1-based; 0 when the problem concerns the file as a whole."""
    column: int
    """1-based; 0 when the problem concerns the file as a whole."""
    path: str
    """Dotted path of the field, e.g. `workloads[0].latency.tpot_p95_ms`; empty for the file as a whole."""
    what: str
    """What is wrong and why, with the value."""
    remedy: str
    """What to write instead."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        field = f" {self.path}:" if self.path else ""
        return f"{place}:{field} {self.what}; {self.remedy}"


class OptimizerError(Exception):
    """Root of the tree above."""


class InputError(OptimizerError):
    """All problems found in the user's files, in file order."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = tuple(problems)


class ModelError(OptimizerError):
    """The model, the checker and the plan do not agree; the message says where."""
