"""A file that has been read: plain data and where each part of it stands."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from optimizer.errors import Problem

Marks = dict[str, tuple[int, int, Any]] | list[tuple[int, int, Any]] | None
"""Line and column of every key or item of a collection, and the marks inside its value; None for a scalar."""


def join(path: str, step: str | int) -> str:
    """Dotted path one step deeper: `workloads` + 0 + `name` → `workloads[0].name`."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if path else step


def parent(path: str) -> str:
    """Dotted path one step up; empty for a top-level key."""
    return path[: max(path.rfind("."), path.rfind("["), 0)]


def covers(outer: str, inner: str) -> bool:
    """Whether `inner` is `outer` or lies inside it."""
    return inner.startswith(outer) and (not outer or inner[len(outer) : len(outer) + 1] in ("", ".", "["))


@dataclass(frozen=True)
class Document:
    """Plain data of one YAML file, its positions, and what was wrong but left the rest readable."""

    file: str
    data: dict[str, Any]
    marks: Marks
    problems: tuple[Problem, ...] = ()
    start: tuple[int, int] = (1, 1)
    """Line and column of what has no place of its own: the file's first, or a scenario's name."""

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Dotted path → (line, column), 1-based, for every key and item the file contains."""
        found: dict[str, tuple[int, int]] = {}
        todo: list[tuple[str, Marks]] = [("", self.marks)]
        while todo:
            prefix, marks = todo.pop()
            for step, (line, column, inner) in _steps(marks):
                path = join(prefix, step)
                found[path] = (line, column)
                if inner is not None:
                    todo.append((path, inner))
        return found

    def problem(self, path: str, what: str, remedy: str) -> Problem:
        """A problem at a field, or at the nearest enclosing one where the file leaves the field out."""
        known = path
        while known and known not in self.places:
            known = parent(known)
        line, column = self.places.get(known, self.start)
        return Problem(file=self.file, line=line, column=column, path=path, what=what, remedy=remedy)


def _steps(marks: Marks) -> list[tuple[str | int, tuple[int, int, Any]]]:
    return list(marks.items() if isinstance(marks, dict) else enumerate(marks or ()))
