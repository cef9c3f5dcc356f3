"""Which keys a mapping may have, wherever it stands: for `did you mean` and for lists of choices."""

import difflib
import types
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

Location = tuple[str | int, ...]
"""pydantic's `loc`: keys and indices, with the tag or the class name where a union was entered."""
KeyTable = dict[Location, tuple[str, ...]]


def key_table(model: type[BaseModel]) -> KeyTable:
    """Keys of every mapping below `model`, by location with `*` for an index."""
    return dict(_mappings(model, ()))


def keys_at(table: KeyTable, location: Location) -> tuple[str, ...]:
    """Keys of the mapping at a pydantic location; empty where it is not a mapping."""
    return table.get(tuple("*" if isinstance(step, int) else step for step in location), ())


def keys_of(table: KeyTable, data: Any, steps: Location) -> tuple[str, ...]:
    """Keys of the mapping that holds the last of `steps`, a path in `data`; empty where that cannot be said."""
    location: Location = ()
    for step in steps[:-1]:
        location, data = (*location, "*" if isinstance(step, int) else step), data[step]
        tagged = (*location, str(data.get("kind")) if isinstance(data, dict) else "")
        branches = [tagged] if tagged in table else [each for each in table if each[:-1] == location]
        if location not in table and len(branches) == 1:
            location = branches[0]
    return table.get(location, ())


def home_of(table: KeyTable, key: str) -> str | None:
    """Dotted path of the only mapping that knows `key`, None when there is none or more than one."""
    homes = {_dotted(location) for location, keys in table.items() if key in keys}
    return homes.pop() if len(homes) == 1 else None


def _dotted(location: Location) -> str:
    """`workloads[].latency`: without the tags and class names that pydantic puts between the keys."""
    steps = [str(step) for step in location]
    inner = [step for before, step in pairwise(["", *steps]) if step == "*" or (before != "*" and step[0].islower())]
    return ".".join(inner).replace(".*", "[]")


def closest(word: object, choices: Iterable[str]) -> str | None:
    """The choice most likely meant, or None."""
    known = {choice.lower(): choice for choice in choices}
    wanted = str(word).lower()
    found = difflib.get_close_matches(wanted, known, n=1, cutoff=0.6)
    if not found and len(wanted) > 2:
        found = [choice for choice in known if choice.startswith(wanted) or wanted in choice.split("_")][:1]
    return known[found[0]] if found else None


def _mappings(annotation: Any, location: Location) -> Iterator[tuple[Location, tuple[str, ...]]]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield location, tuple(annotation.model_fields)
        for name, field in annotation.model_fields.items():
            yield from _mappings(field.annotation, (*location, name))
    elif origin is Annotated:
        yield from _mappings(arguments[0], location)
    elif origin is tuple:
        yield from _mappings(arguments[0], (*location, "*"))
    elif origin in (Union, types.UnionType):
        members = [member for member in arguments if member is not type(None)]
        for member in members:
            yield from _mappings(member, location if len(members) == 1 else (*location, *_branch(member)))


def _branch(member: Any) -> Location:
    """How pydantic names a union's branch: the value of `kind`, or the class."""
    if not (isinstance(member, type) and issubclass(member, BaseModel)):
        return ()
    kind = member.model_fields.get("kind")
    return (get_args(kind.annotation)[0],) if kind else (member.__name__,)
