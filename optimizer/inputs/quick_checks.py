"""Published sizing sums that ship with the product: their parts, what the source prints, and where."""

from decimal import Decimal, InvalidOperation
from typing import Literal, get_args

from pydantic import Field

from optimizer.errors import InputError, Problem
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence
from optimizer.inputs.csv_table import Row, read_rows
from optimizer.inputs.fields import Identifier
from optimizer.inputs.files import CSV_MAX_BYTES, Files

FILE = "quick_checks.csv"
Category = Literal["kv", "weights", "train_mem", "train_time", "infer", "cost", "power", "rate"]
Relation = Literal["equal", "at_least", "at_most"]
COLUMNS = (
    "id", "category", "quantity", "stated", "formula", "inputs", "unit", "published", "compare", "relation", "source",
    "confidence", "note",
)  # fmt: skip


class QuickCheck(Frozen):
    """One sum."""

    id: Identifier
    category: Category
    quantity: str
    stated: str
    """The inputs in the words of the source."""
    formula: str
    """Name of a function in `plan/quick/formulas.py`."""
    inputs: dict[str, str] = Field(min_length=1)
    """Arguments of the formula; numbers as text."""
    unit: str
    published: str
    """As the source prints it; empty: the source states the parts only."""
    compare: Decimal | None
    """The published figure as a number in `unit`; the middle of a range."""
    relation: Relation | None
    """What the published figure claims to be to the sum: equal, or a floor or ceiling of it with room on top."""
    source: str
    confidence: Confidence
    note: str


def quick_checks(files: Files) -> tuple[QuickCheck, ...]:
    """Shipped sums in file order. `files` opens the shipped `catalogs/` folder.

    Raises InputError with every problem.
    """
    problems: list[Problem] = []
    text = files.read_text(FILE, max_bytes=CSV_MAX_BYTES)
    found = [_check(row, problems) for row in read_rows(text, FILE, COLUMNS, problems)]
    if problems:
        raise InputError(problems)
    return tuple(each for each in found if each is not None)


def _check(row: Row, problems: list[Problem]) -> QuickCheck | None:
    cells = row.cells
    parts = [part.partition("=") for part in cells["inputs"].split(";")]
    try:
        return QuickCheck.model_validate(
            cells
            | {
                "inputs": {name.strip(): value.strip() for name, _, value in parts},
                "compare": Decimal(cells["compare"]) if cells["compare"] else None,
                "relation": cells["relation"] or None,
            }
        )
    except (ValueError, InvalidOperation) as error:
        reason = str(error).splitlines()[0]
        remedy = f"relation is one of {', '.join(get_args(Relation))}; inputs are name=value; …"
        problems.append(row.problem("", f"cannot be read: {reason}", remedy))
        return None
