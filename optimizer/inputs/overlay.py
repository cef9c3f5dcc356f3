"""Deep merge of a scenario's overlay into the file it belongs to, on the data as read and on its positions alike.

Mappings are merged, workloads are merged by `name`, lists and scalars replace, `null` removes. A key that the overlay
writes takes the overlay's line; so what is wrong with the merged file is reported where it was written.
"""

from typing import Any, NamedTuple

from optimizer.inputs.document import Document

WORKLOADS = "workloads"
Steps = tuple[str | int, ...]
Mark = tuple[int, int, Any]


class Removed(NamedTuple):
    """A key that the overlay sets to null, whether or not the file has it."""

    steps: Steps
    """In the merged file."""
    line: int
    column: int


class Merged(NamedTuple):
    """The file with the overlay on top."""

    document: Document
    removed: tuple[Removed, ...]


class _Node(NamedTuple):
    """A mapping and the marks of its keys."""

    data: dict[str, Any]
    marks: dict[str, Mark]


def overlaid(base: Document, overlay: dict[str, Any], mark: Mark) -> Merged:
    """`base` with `overlay` on top; `mark` is the place of the overlay's name with the marks inside it.

    Items under the overlay's `workloads` are mappings with a `name`.
    """
    removed: list[Removed] = []
    line, column, marks = mark
    own = base.marks if isinstance(base.marks, dict) else {}
    over = _Node({key: value for key, value in overlay.items() if key != WORKLOADS}, marks)
    merged = _merge(_Node(base.data, own), over, (), removed)
    if WORKLOADS in overlay:
        listed = overlay[WORKLOADS]
        if isinstance(listed, list):
            _merge_workloads(merged, listed, marks[WORKLOADS], removed)
        else:
            _put(merged, WORKLOADS, listed, marks[WORKLOADS], (), removed)
    document = Document(base.file, merged.data, merged.marks, base.problems, start=(line, column))
    return Merged(document, tuple(removed))


def _merge(base: _Node, over: _Node, steps: Steps, removed: list[Removed]) -> _Node:
    merged = _Node(dict(base.data), dict(base.marks))
    for key, value in over.data.items():
        _put(merged, key, value, over.marks[key], steps, removed)
    return merged


def _put(node: _Node, key: str, value: Any, mark: Mark, steps: Steps, removed: list[Removed]) -> None:
    """Write one key of an overlay into a mapping."""
    line, column, inner = mark
    if value is None:
        removed.append(Removed((*steps, key), line, column))
        node.data.pop(key, None)
        node.marks.pop(key, None)
    elif isinstance(value, dict):
        held = node.data.get(key)
        below = _Node(held, node.marks[key][2]) if isinstance(held, dict) else _Node({}, {})
        merged = _merge(below, _Node(value, inner), (*steps, key), removed)
        node.data[key], node.marks[key] = merged.data, (line, column, merged.marks)
    else:
        node.data[key], node.marks[key] = value, mark


def _merge_workloads(top: _Node, listed: list[Any], mark: Mark, removed: list[Removed]) -> None:
    """Each workload of the overlay into the first of its name; new names at the end."""
    held = top.data.get(WORKLOADS)
    items, places = (list(held), list(top.marks[WORKLOADS][2])) if isinstance(held, list) else ([], [])
    names = [item.get("name") if isinstance(item, dict) else None for item in items]
    for value, (line, column, inner) in zip(listed, mark[2], strict=True):
        index = names.index(value["name"]) if value["name"] in names else len(items)
        below = _Node(items[index], places[index][2]) if index < len(items) else _Node({}, {})
        merged = _merge(below, _Node(value, inner), (WORKLOADS, index), removed)
        items[index : index + 1], places[index : index + 1] = [merged.data], [(line, column, merged.marks)]
    top.data[WORKLOADS], top.marks[WORKLOADS] = items, (mark[0], mark[1], places)
