"""YAML text → plain data with the position of every key and item.

The tree is built here from the parser's events, without recursion, so that depth and size are limited while reading
and a quoted number is told from a plain one. Positions of keys and list items are 1-based.
"""

import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml import events as ev
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import Document, Marks, join
from optimizer.inputs.files import file_error
from optimizer.inputs.yaml_scalars import BadScalar, Scalar, plain_scalar
from optimizer.inputs.yaml_syntax import syntax_problem

MAX_DEPTH = 50
MAX_NODES = 100_000
"""Scalars, lists and mappings of one file, every use of an alias counted in full."""
MAX_PROBLEMS = 200
MAX_KEY = 200
"""Characters of a key."""
_NO_KEY: Any = object()
_DISCARDED: Any = object()
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_DIRECTIVE = re.compile("^%", re.MULTILINE)


def read_yaml(text: str, file: str) -> Document:
    """Parse one document whose root is a mapping.

    Returns the Document together with the problems that leave the rest readable (spelling of numbers, doubled keys,
    tags). Raises InputError, with those found so far, when the text cannot be read on: syntax, several documents,
    more than MAX_DEPTH levels, more than MAX_NODES nodes, recursive aliases.
    """
    _refuse_characters(text, file)
    builder = _Builder(file)
    try:
        for event in YAML(typ="safe").parse(text):
            builder.take(event)
    except MarkedYAMLError as error:
        builder.problems.append(syntax_problem(error, text, file))
        raise InputError(builder.problems) from None
    except YAMLError as error:
        raise file_error(file, f"the text is not YAML: {error}", "check the file with a YAML editor") from None
    return builder.document()


def _refuse_characters(text: str, file: str) -> None:
    for pattern, what, remedy in (
        (_FORBIDDEN, "a control or invisible character that YAML does not allow", "delete the character"),
        (_DIRECTIVE, "a YAML directive", "remove the line; YAML 1.2 is assumed"),
    ):
        if found := pattern.search(text):
            before = re.split("\r\n|\r|\n", text[: found.start()])
            raise file_error(file, what, remedy, line=len(before), column=len(before[-1]) + 1)


@dataclass(slots=True)
class _Built:
    """A finished value: data, positions inside it, nodes it expands to, levels below it."""

    value: Any
    marks: Marks = None
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not been read."""

    built: _Built
    anchor: str | None
    key: Any = _NO_KEY
    key_place: tuple[int, int] = (1, 1)
    index: int = 0
    key_lines: dict[str, int] = field(default_factory=dict)

    @property
    def wants_key(self) -> bool:
        return isinstance(self.built.value, dict) and self.key is _NO_KEY


class _Builder:
    """Takes events in order and keeps the stack of open collections."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Built] = {}
        self.root: _Built | None = None

    def take(self, event: Any) -> None:
        kind = type(event)
        if kind is ev.ScalarEvent:
            self._scalar(event)
        elif kind in (ev.MappingStartEvent, ev.SequenceStartEvent):
            self._open(event, {} if kind is ev.MappingStartEvent else [])
        elif kind in (ev.MappingEndEvent, ev.SequenceEndEvent):
            done = self.stack.pop()
            self._finish(done.built, done.anchor, _place(event))
        elif kind is ev.AliasEvent:
            self._alias(event)
        elif kind is ev.DocumentStartEvent and self.root is not None:
            self._stop(event, "a second document starts here", "keep one document per file: remove the `---` line")

    def document(self) -> Document:
        if self.root is None or not isinstance(self.root.value, dict):
            got = "empty" if self.root is None or self.root.value is None else "not a mapping of keys to values"
            self._stop_at((1, 1), f"the file is {got}", "write `key: value` lines, with a space after an ASCII colon")
        return Document(self.file, self.root.value, self.root.marks, tuple(self.problems))

    def _open(self, event: Any, value: dict[str, Any] | list[Any]) -> None:
        if self.stack and self.stack[-1].wants_key:
            self._stop(
                event, "a key must be text, not a list or mapping", "write `key: value`; quote texts with `: [ {`"
            )
        if len(self.stack) >= MAX_DEPTH:
            self._stop(event, f"more than {MAX_DEPTH} levels of nesting", "flatten the file")
        self._refuse_tag(event)
        marks: Marks = {} if isinstance(value, dict) else []
        self._note_place(_place(event))
        self.stack.append(_Open(_Built(value, marks), event.anchor))

    def _scalar(self, event: Any) -> None:
        if self.stack and self.stack[-1].wants_key:
            self._key(event)
            return
        place = _place(event)
        self._note_place(place)
        self._refuse_tag(event)
        value: Scalar = event.value
        if not event.style:
            try:
                value = plain_scalar(event.value)
            except BadScalar as bad:
                self._problem(event, bad.what, bad.remedy)
        self._finish(_Built(value), event.anchor, place)

    def _key(self, event: Any) -> None:
        top, key = self.stack[-1], event.value
        top.key_place = _place(event)
        readable = len(key) <= MAX_KEY and key.isprintable()
        top.key = key if readable else _DISCARDED
        self._refuse_tag(event)
        if event.anchor:
            self.anchors[event.anchor] = _Built(key)
        fault = _key_fault(event, top.key_lines) if readable else ("the key is not a word", "write a short name")
        if fault:
            self._problem(event, *fault)
            top.key = _DISCARDED
        top.key_lines.setdefault(key, event.start_mark.line + 1)

    def _alias(self, event: Any) -> None:
        name = event.anchor
        if self.stack and self.stack[-1].wants_key:
            self._stop(event, f"the alias *{name} is used as a key", "write the key out")
        if any(level.anchor == name for level in self.stack):
            self._stop(event, f"the alias *{name} contains itself", "write the value out")
        self._note_place(_place(event))
        if name not in self.anchors:
            self._stop(
                event, f"the alias *{name} has no anchor &{name} above it", "write the value out, or quote text with *"
            )
        built = self.anchors[name]
        if len(self.stack) + built.height > MAX_DEPTH:
            self._stop(event, f"more than {MAX_DEPTH} levels of nesting", "flatten the file")
        self._finish(built, None, _place(event))

    def _finish(self, built: _Built, anchor: str | None, place: tuple[int, int]) -> None:
        """Hang a finished value into the collection it stands in."""
        if anchor:
            self.anchors[anchor] = built
        if not self.stack:
            self.root = built
            return
        top = self.stack[-1]
        parent, marks = top.built, top.built.marks
        parent.size += built.size
        parent.height = max(parent.height, built.height + 1)
        if parent.size > MAX_NODES:
            self._stop_at(place, f"more than {MAX_NODES:,} values once its aliases are written out", "shorten the file")
        if isinstance(marks, list):
            parent.value.append(built.value)
            marks.append((*top.key_place, built.marks))
        elif marks is not None and top.key is not _DISCARDED:
            parent.value[top.key] = built.value
            marks[top.key] = (*top.key_place, built.marks)
        top.key = _NO_KEY

    def _note_place(self, place: tuple[int, int]) -> None:
        """A list item's place is where it starts; a mapping's value keeps the place of its key."""
        if self.stack and isinstance(self.stack[-1].built.value, list):
            self.stack[-1].key_place = place

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            self._problem(event, f"the tag {event.tag} is not read", "remove the tag; put text in quotes")

    def _path(self) -> str:
        path = ""
        for level in self.stack:
            if isinstance(level.built.value, list):
                path = join(path, len(level.built.value))
            elif isinstance(level.key, str):
                path = join(path, level.key)
        return path

    def _problem(self, event: Any, what: str, remedy: str) -> None:
        line, column = _place(event)
        self.problems.append(
            Problem(file=self.file, line=line, column=column, path=self._path(), what=what, remedy=remedy)
        )
        if len(self.problems) >= MAX_PROBLEMS:
            raise InputError(self.problems)

    def _stop(self, event: Any, what: str, remedy: str) -> NoReturn:
        self._stop_at(_place(event), what, remedy)

    def _stop_at(self, place: tuple[int, int], what: str, remedy: str) -> NoReturn:
        self.problems.append(
            Problem(file=self.file, line=place[0], column=place[1], path=self._path(), what=what, remedy=remedy)
        )
        raise InputError(self.problems)


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _key_fault(event: Any, key_lines: dict[str, int]) -> tuple[str, str] | None:
    """What is wrong with a key, and the remedy."""
    key = event.value
    if key == "<<" and not event.style:
        return "merge keys (`<<`) are not read", "write the merged keys out"
    if not event.style and not _is_plain_text(key):
        return "the key is not text", f'write "{key}" in quotes'
    if key in key_lines:
        return f"the key is given twice (first in line {key_lines[key]})", "keep one of the two"
    return None


def _is_plain_text(key: str) -> bool:
    try:
        return isinstance(plain_scalar(key), str)
    except BadScalar:
        return False
