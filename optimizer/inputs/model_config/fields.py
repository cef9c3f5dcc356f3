"""The fields of one config.json: read by name, with what is missing, wrong or assumed collected on the way."""

import difflib
from collections.abc import Sequence
from typing import Any

from optimizer.errors import Problem
from optimizer.frozen import Frozen
from optimizer.inputs.document import Document, join
from optimizer.inputs.wording import flag_wording, list_wording, number_wording, shown

MOST = 10**9
"""No count of a real model is larger."""
INSTEAD = (
    "describe the model under `models:` in a file named under `catalog:` (`procure catalog show Qwen3-32B` prints the "
    "fields)"
)
MISSING = f"add it as the checkpoint has it, or {INSTEAD}"
LAYERS = ("num_hidden_layers", "num_layers")
"""Spellings of the number of layers."""
SLIP = 0.95
"""Likeness of two keys that differ by one letter; many keys of a config.json are like each other."""
TEXT_CONFIG = "text_config"


class Assumed(Frozen):
    """A value that the file leaves out."""

    key: str
    value: str
    why: str


class Fields:
    """Reads the text decoder's part of a config.json.

    A field that is missing or wrong becomes a problem and reads as a harmless value, so that the rest is read too; the
    results count only where `problems` is empty.
    """

    def __init__(self, document: Document) -> None:
        text = document.data.get(TEXT_CONFIG)
        self.document = document
        self.prefix = TEXT_CONFIG if isinstance(text, dict) else ""
        self.data: dict[str, Any] = text if isinstance(text, dict) else document.data
        self.problems = list[Problem]()
        self.assumed = list[Assumed]()

    def has(self, key: str) -> bool:
        return self.data.get(key) is not None

    def wrong(self, key: str, what: str, remedy: str) -> None:
        """A problem at a field, or at the object that lacks it."""
        self.problems.append(self.document.problem(join(self.prefix, key), what, remedy))

    def good(self, *keys: str) -> bool:
        """Whether none of the keys has a problem: a rule between fields is silent about numbers that nobody wrote."""
        return not {join(self.prefix, key) for key in keys} & {problem.path for problem in self.problems}

    def assume(self, key: str, value: int | bool | str, why: str) -> None:
        """Note a value that the file leaves out."""
        self.assumed.append(Assumed(key=key, value=value if isinstance(value, str) else shown(value), why=why))

    def name_of(self, *keys: str) -> str:
        """The first of several spellings of one field that the file has; else the first."""
        return next((key for key in keys if self.has(key)), keys[0])

    def count(self, *keys: str, default: int | None = None, why: str = "", zero: bool = False) -> int:
        """A whole number from 1 (from 0) under one of the keys. A default is assumed, and said so with its reason."""
        key = self.name_of(*keys)
        value = self.data.get(key)
        if value is None and default is not None:
            if why:
                self.assume(key, default, why)
            return default
        if value is None:
            close = difflib.get_close_matches(key, self.data.keys() - {*keys}, n=1, cutoff=SLIP)
            hint = f"the file has {shown(close[0])}; " if close else ""
            self.wrong(key, "is missing", f"{hint}{MISSING}")
        elif isinstance(value, bool) or not isinstance(value, int):
            self.wrong(key, *number_wording(value, key, whole=True))
        elif not (0 if zero else 1) <= value <= MOST:
            bounds = f"must be between {0 if zero else 1} and {MOST:,}"
            self.wrong(key, f"{bounds} (got {shown(value)[:60]})", "check the number")
        else:
            return value
        return 1

    def optional(self, key: str) -> int | None:
        """A whole number from 1; None where the file leaves it out or says null."""
        return self.count(key) if self.has(key) else None

    def flag(self, key: str, *, default: bool) -> bool:
        """`true` or `false`; the default is what the field's absence means."""
        value = self.data.get(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.wrong(key, *flag_wording(value))
        return default

    def items(self, key: str, kind: type, length: int | None = None) -> Sequence[Any] | None:
        """A list of texts or whole numbers, one per layer where `length` is given; None where the file has none."""
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self.wrong(key, *list_wording(value))
            return None
        if odd := [item for item in value if not isinstance(item, kind) or isinstance(item, bool)]:
            self.wrong(key, f"holds {shown(odd[0])[:60]}", f"write {'texts' if kind is str else 'whole numbers'} only")
            return None
        if length is not None and len(value) != length and self.good(*LAYERS):
            self.wrong(key, f"has {len(value)} entries for {length} layers", "write one entry per layer")
            return None
        return value
