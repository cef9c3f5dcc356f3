"""JSON text → plain data with the position of every key and item, like `yaml_reader.py`.

Stricter than the reader of the standard library: a key given twice, NaN and Infinity, numbers no double can hold, more
than MAX_DEPTH levels and more than MAX_NODES values are refused. No recursion.
"""

import json
import re
from bisect import bisect_right
from typing import Any, NoReturn

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import Document, Marks, join
from optimizer.inputs.wording import shown
from optimizer.inputs.yaml_scalars import BadScalar, plain_scalar

MAX_DEPTH = 50
MAX_NODES = 100_000
MAX_PROBLEMS = 200
MAX_KEY = 200
"""Characters of a key."""
_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.])", re.ASCII)
_WORD = re.compile(r"[-+]?[\w.]+")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
_NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})


def read_json(text: str, file: str) -> Document:
    """Parse one object. Raises InputError: every problem that leaves the rest readable, or the first that does not."""
    reader = _Reader(text, file)
    document = reader.document()
    if reader.problems:
        raise InputError(reader.problems)
    return document


class _Open:
    """An object or array whose end has not been read."""

    def __init__(self, value: dict[str, Any] | list[Any]) -> None:
        self.value = value
        self.marks: Any = {} if isinstance(value, dict) else []
        self.key = ""
        self.key_place = (1, 1)
        self.key_lines: dict[str, int] = {}

    def add(self, value: Any, marks: Marks, place: tuple[int, int]) -> None:
        if isinstance(self.value, list):
            self.value.append(value)
            self.marks.append((*place, marks))
        else:
            self.value.setdefault(self.key, value)
            self.marks.setdefault(self.key, (*self.key_place, marks))


class _Reader:
    """Walks over the text once; `stack` holds the open objects and arrays."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.at = 0
        self.nodes = 0
        self.lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.stack: list[_Open] = []
        self.problems: list[Problem] = []

    def document(self) -> Document:
        if self._peek() != "{":
            self._stop("the file is not a JSON object", "name the config.json of a checkpoint: it begins with `{`")
        self._open({})
        root = self.stack[0]
        while self.stack:
            self._step()
        if self._peek():
            self._stop("text after the end of the object", "keep one JSON object per file")
        return Document(self.file, root.value if isinstance(root.value, dict) else {}, root.marks)

    def _step(self) -> None:
        """One member of the innermost object or array, or its end."""
        top = self.stack[-1]
        end, first = ("}", not top.key_lines) if isinstance(top.value, dict) else ("]", not top.value)
        if self._peek() == end:
            self.at += 1
            self.stack.pop()
            return
        if not first:
            self._take(",", f"a comma or `{end}` is missing")
        if isinstance(top.value, dict):
            self._key(top)
            self._take(":", "a colon is missing after the key")
        self._value(top)

    def _key(self, top: _Open) -> None:
        self._peek()
        top.key_place = self._place()
        key = self._string("a key in double quotes is missing")
        if len(key) > MAX_KEY or not key.isprintable():
            self._problem(top.key_place, "the key is not a word", "write a short name")
            raise InputError(self.problems)
        top.key = key
        if key in top.key_lines:
            what = f"the key {shown(key)} is given twice (first in line {top.key_lines[key]})"
            self._problem(top.key_place, what, "keep one of the two")
        top.key_lines.setdefault(key, top.key_place[0])

    def _value(self, top: _Open) -> None:
        character = self._peek()
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._stop(f"more than {MAX_NODES:,} values", "name the config.json of a checkpoint")
        if character in ("{", "["):
            self._open({} if character == "{" else [])
            return
        place = self._place()
        top.add(self._string("") if character == '"' else self._scalar(), None, place)

    def _scalar(self) -> Any:
        place = self._place()
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            try:
                return plain_scalar(found.group())
            except BadScalar as bad:
                self._problem(place, bad.what, bad.remedy)
                return None
        found = _WORD.match(self.text, self.at)
        word = found.group() if found else ""
        if word not in _WORDS and word not in _NOT_FINITE:
            self._stop(f"no JSON value: {shown(word or self._peek())}", "write a number, text in double quotes or true")
        self.at += len(word)
        if word in _NOT_FINITE:
            self._problem(place, f"{word} is not a number to plan with", "write a number")
        return _WORDS.get(word)

    def _string(self, missing: str) -> str:
        if not (found := _STRING.match(self.text, self.at)):
            self._stop(missing if self._peek() != '"' else "a text is never closed", "check the quotes")
        try:
            text = json.loads(found.group())
        except ValueError:
            self._stop("a backslash in a text with no meaning after it", r"write \\ for a backslash")
        self.at = found.end()
        return str(text)

    def _open(self, value: dict[str, Any] | list[Any]) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._stop(f"more than {MAX_DEPTH} levels of nesting", "name the config.json of a checkpoint")
        opened, place = _Open(value), self._place()
        if self.stack:
            self.stack[-1].add(opened.value, opened.marks, place)
        self.stack.append(opened)
        self.at += 1

    def _peek(self) -> str:
        """The next character that is no space; empty at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _take(self, character: str, what: str) -> None:
        if self._peek() != character:
            self._stop(what if self._peek() else "the text ends too early", "check the file with a JSON editor")
        self.at += 1

    def _place(self) -> tuple[int, int]:
        line = bisect_right(self.lines, self.at)
        return line, self.at - self.lines[line - 1] + 1

    def _path(self) -> str:
        path = ""
        for level in self.stack:
            path = join(path, len(level.value) if isinstance(level.value, list) else level.key)
        return path

    def _problem(self, place: tuple[int, int], what: str, remedy: str) -> None:
        line, column = place
        self.problems.append(
            Problem(file=self.file, line=line, column=column, path=self._path(), what=what, remedy=remedy)
        )
        if len(self.problems) >= MAX_PROBLEMS:
            raise InputError(self.problems)

    def _stop(self, what: str, remedy: str) -> NoReturn:
        self._problem(self._place(), what, remedy)
        raise InputError(self.problems)
