"""A row of the model and the field of the request it comes from."""

from typing import NamedTuple

from ortools.sat.python import cp_model


class Row(NamedTuple):
    """`path` names the user's own limit; None for rows that hold the model together and are never given up."""

    path: str | None
    constraint: cp_model.Constraint
