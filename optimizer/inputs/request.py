"""Everything one run needs, loaded and cross-checked: what the layers to the right of `inputs` receive."""

import datetime
from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

from pydantic import Field

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Catalog
from optimizer.inputs.fields import Count, MoneyAmount, Name
from optimizer.inputs.measured_run import MeasuredRun
from optimizer.inputs.prices import PriceBooks, PriceQuote
from optimizer.inputs.requirements import Requirements

Path = tuple[str | int, ...]
"""Path of a field in the requirements file, e.g. ("workloads", 0, "latency")."""


class Place(Frozen):
    """Position of a field in a file, 1-based."""

    file: str
    line: int
    column: int


class MeasuredCapacity(Frozen):
    """Short form: one replica on `cards` cards of `server` does `capacity` at the latency asked; 0 = cannot serve."""

    workload: Name
    server: str
    cards: Count
    capacity: MoneyAmount
    """Exact decimal, in `unit`."""
    unit: Name
    date: str
    source: str
    file: str
    line: int


class MeasuredRows(Frozen):
    """How many shipped benchmark rows a card and its family have in an engine class (for the quantile rule)."""

    by_card: dict[str, int]
    """Key `card_id/engine_class`."""
    by_family: dict[str, int]
    """Key `performance_family/engine_class`."""


class Assumption(Frozen):
    """A value that the run used: a default that nobody wrote in the file, or its own value of a cost parameter."""

    path: str
    value: str
    unit: str
    source: str
    """`default`, `own value (costs)`, or where the number comes from."""
    confidence: str = ""


class Request(Frozen):
    """A requirements file with its catalog, prices and measurements."""

    file: str
    requirements: Requirements
    as_of: datetime.date
    catalog: Catalog
    book: PriceBooks
    measured: tuple[MeasuredCapacity, ...] = ()
    runs: tuple[MeasuredRun, ...] = ()
    """Long form: benchmark runs that calibrate the throughput model."""
    measured_rows: MeasuredRows = MeasuredRows(by_card={}, by_family={})
    files: dict[str, str] = Field(default_factory=dict)
    """Every file the user named → SHA-256 of its content."""
    quoted: tuple[str, ...] = ()
    """Item ids that have a quote of this request (`quotes:`)."""
    own_quotes: tuple[PriceQuote, ...] = ()
    """Those quotes: they beat the whole price book, whatever their age."""
    assumptions: tuple[Assumption, ...] = ()
    """Defaults in force, from `defaults.py`."""
    places: Mapping[str, Place]
    """Dotted path (`workloads[0].latency.tpot_p95_ms`) → position, for every field the file contains."""

    def place_of(self, path: str) -> Place:
        """Position of a field; of the nearest enclosing field where the file leaves it out."""
        while path and path not in self.places:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.places.get(path, Place(file=self.file, line=1, column=1))

    def parameter(self, name: str, case: Literal["low", "typical", "high"] = "typical") -> Decimal:
        """Value of a cost parameter; money is converted to the request currency."""
        entry = self.catalog.parameters[name]
        value: Decimal = getattr(entry, case)
        return self.money(value, entry.unit[:3]) if entry.unit[:3] in ("CNY", "USD") else value

    def money(self, amount: Decimal, currency: str) -> Decimal:
        """An amount in the request currency, at the price book's dated exchange rate."""
        if currency == self.requirements.currency:
            return amount
        return amount * self.book.usd_cny if currency == "USD" else amount / self.book.usd_cny
