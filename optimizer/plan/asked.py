"""What the requirements file states, field by field, with its line."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from optimizer.inputs.request import Request
from optimizer.plan.plan import Asked


def asked(request: Request) -> tuple[Asked, ...]:
    """Every field of the file that holds a value of its own, in the order of file and line."""
    rows = [
        Asked(path=path, value=value, file=place.file, line=place.line)
        for path, value in _leaves(request.requirements, "")
        if (place := request.places.get(path)) is not None
    ]
    return tuple(sorted(rows, key=lambda row: (row.file, row.line)))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """(dotted path, value in words) of every scalar and every list of scalars."""
    if isinstance(value, BaseModel):
        value = {name: getattr(value, name) for name in type(value).model_fields}
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, tuple | list) and any(isinstance(item, BaseModel | dict) for item in value):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    elif isinstance(value, tuple | list | frozenset | set):
        yield path, ", ".join(map(_word, value))
    elif value is not None:
        yield path, _word(value)


def _word(value: Any) -> str:
    """As YAML writes it: true and false, numbers without a useless `.0`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.12g}" if isinstance(value, float) else str(value)
