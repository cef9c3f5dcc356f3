"""Rows of measurement files, in the schema of `catalogs/measurements/inference.csv` or of `training.csv` there.

The header tells which. A file is refused as a whole where it is no such table; a cell that cannot be used is a matter
of its row.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from optimizer.errors import InputError, Problem
from optimizer.inputs.csv_table import MAX_PROBLEMS
from optimizer.inputs.files import CSV_MAX_BYTES, Files, file_error

COLUMNS = (
    "id", "accelerator", "accelerators", "server_or_form", "model", "total_params_b", "active_params_b",
    "weight_precision", "kv_precision", "tensor_parallel", "pipeline_parallel", "expert_parallel", "engine",
    "engine_version", "input_tokens", "output_tokens", "concurrency_or_batch", "metric", "value", "ttft_ms", "tpot_ms",
    "scenario", "date", "source", "notes",
)  # fmt: skip
ESSENTIAL = ("accelerator", "model", "metric", "value")
"""Columns without which nothing can be scored; the others may be missing, which is the same as blank."""
TRAINING_COLUMNS = (
    "id", "accelerator", "accelerators", "nodes", "interconnect", "model", "total_params_b", "active_params_b", "task",
    "precision", "sequence_length", "global_batch_tokens", "tensor_parallel", "pipeline_parallel", "data_parallel",
    "zero_stage", "metric", "value", "tokens_trained", "framework", "date", "source", "notes",
)  # fmt: skip
TRAINING_ESSENTIAL = ("accelerator", "model", "task", "metric", "value")
_TRAINING_MARKS = {"task", "tokens_trained", "zero_stage"}
"""Columns that only tables of training runs have."""


class PublishedRow(NamedTuple):
    """One record: text of every column of its schema, stripped; blank = not stated."""

    file: str
    line: int
    cells: dict[str, str]
    is_training: bool = False

    @property
    def id(self) -> str:
        """The row's own id, or its place where it has none."""
        return self.cells["id"] or f"{self.file}:{self.line}"


def read_published(paths: Sequence[Path]) -> tuple[PublishedRow, ...]:
    """Rows of all files in order. Raises InputError with the problems of all files."""
    rows: list[PublishedRow] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            text = Files(path.parent).read_text(path.name, max_bytes=CSV_MAX_BYTES)
            rows += published_rows(text, str(path), problems)
        except InputError as error:
            problems += [problem.model_copy(update={"file": str(path)}) for problem in error.problems]
    if problems:
        raise InputError(problems)
    return tuple(rows)


def published_rows(text: str, file: str, problems: list[Problem]) -> list[PublishedRow]:
    """Rows of one text; columns in any order, unknown ones are passed over."""
    try:
        records = _records(text)
        line, head = next(records, (1, []))
        names = [re.sub(r"\s+", "_", cell.strip().lower()) for cell in head]
        is_training = bool(_TRAINING_MARKS & set(names))
        columns = TRAINING_COLUMNS if is_training else COLUMNS
        _check_header(names, columns, TRAINING_ESSENTIAL if is_training else ESSENTIAL, file)
        rows, before = [], len(problems)
        for line, cells in records:
            if len(cells) == len(names):
                known = dict(zip(names, (cell.strip() for cell in cells), strict=True))
                rows.append(PublishedRow(file, line, {name: known.get(name, "") for name in columns}, is_training))
            elif len(problems) - before < MAX_PROBLEMS:
                problems.append(_wrong_width(file, line, len(cells), len(names)))
    except csv.Error as error:
        raise file_error(file, f"the file is not CSV: {error}", "save it as comma-separated text (CSV UTF-8)") from None
    if not rows and len(problems) == before:
        raise file_error(file, "the file has no row", "add a row below the first line")
    return rows


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line on which the record starts, its cells); empty lines are passed over."""
    reader, start = csv.reader(text.splitlines(keepends=True), strict=True), 0
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield start + 1, cells
        start = reader.line_num


def _check_header(names: list[str], columns: tuple[str, ...], essential: tuple[str, ...], file: str) -> None:
    """Raises InputError."""
    if len(names) == 1 and re.search("[;\t]", names[0]):
        raise file_error(
            file, "the columns are not separated by commas", "save it as comma-separated CSV", line=1, column=1
        )
    if twice := sorted({name for name in names if name in columns and names.count(name) > 1}):
        raise file_error(file, f"the column {twice[0]} is given twice", "delete one of the two", line=1, column=1)
    if missing := [name for name in essential if name not in names]:
        what = f"column{'s' if len(missing) > 1 else ''} missing: {', '.join(missing)}"
        raise file_error(file, what, f"the columns are {','.join(columns)}", line=1, column=1)


def _wrong_width(file: str, line: int, cells: int, columns: int) -> Problem:
    return Problem(
        file=file, line=line, column=1, path="", what=f"{cells} cells under {columns} columns",
        remedy="write one cell per column; put text with commas in quotes",
    )  # fmt: skip
