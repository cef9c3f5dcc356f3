"""Measurement files in the long form: the columns of `catalogs/measurements/inference.csv`, one benchmark run per row.

Rows calibrate the throughput model (`optimizer/sizing/calibrate.py`). What a row must say stands in COLUMNS; the others
may be absent. Columns of time to first token and per output token are read and not used.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

from optimizer.errors import Problem
from optimizer.inputs.catalog import Card, Catalog
from optimizer.inputs.csv_table import Row, read_rows
from optimizer.inputs.engine_label import known_engine, other_words, run_engine_class
from optimizer.inputs.known_ids import KnownIds, unknown_id
from optimizer.inputs.measured import origin_faults
from optimizer.inputs.measured_run import MeasuredRun, Metric, Scenario
from optimizer.inputs.wording import choice_wording, number_wording, shown
from optimizer.inputs.workload import KvPrecision, WeightPrecision
from optimizer.inputs.yaml_scalars import is_number_text

COLUMNS = (
    "accelerator", "accelerators", "model", "weight_precision", "engine", "input_tokens", "output_tokens", "metric",
    "value", "date", "source",
)  # fmt: skip
OPTIONAL = (
    "id", "server_or_form", "total_params_b", "active_params_b", "kv_precision", "tensor_parallel",
    "pipeline_parallel", "expert_parallel", "engine_version", "concurrency_or_batch", "ttft_ms", "tpot_ms", "scenario",
    "notes",
)  # fmt: skip
_MARKS = frozenset({"accelerator", "metric", "value"})
_TRAINING_MARKS = frozenset({"task", "sequence_length", "tokens_trained", "global_batch_tokens"})
_COUNTS = ("accelerators", "tensor_parallel", "pipeline_parallel", "expert_parallel")
_AMOUNTS = ("input_tokens", "output_tokens", "value")
_OPTIONAL_AMOUNTS = ("concurrency_or_batch", "ttft_ms", "tpot_ms")
_MAX_COUNT = 10**6
_MAX_NUMBER = 10**12


class RunsKnown(NamedTuple):
    """What the rows may name."""

    catalog: Catalog
    ids: KnownIds
    """Also entries with something else wrong."""
    labels: Mapping[str, str]
    """Label of the published measurements → card id, empty where it is not one card of the catalog."""


def is_long_form(text: str) -> bool:
    """By the names in the first line."""
    return _names(text) >= _MARKS


def _names(text: str) -> set[str]:
    return {name.strip() for name in text.lstrip().partition("\n")[0].split(",")}


def parse_runs(text: str, file: str, known: RunsKnown) -> tuple[list[MeasuredRun], list[Problem]]:
    """Rows that can be used, and every problem of the file by line and column."""
    if _names(text) & _TRAINING_MARKS:
        what = "measured training runs (columns task, sequence_length, …) come later: this version does not read them"
        remedy = "write the speed as `mfu:` of the workload, or the short form: one row per workload and server"
        return [], [Problem(file=file, line=1, column=1, path="", what=what, remedy=remedy)]
    problems: list[Problem] = []
    runs: dict[MeasuredRun, MeasuredRun] = {}
    for row in read_rows(text, file, COLUMNS, problems, OPTIONAL):
        wrong = [row.problem(*fault) for check in _CHECKS for fault in check(row.cells, known)]
        wrong += [row.problem(*fault) for fault in origin_faults(row.cells)]
        problems += wrong
        if wrong or (run := _run(row, known)) is None:
            continue
        first = runs.setdefault(_content(run), run)
        if first is not run:
            problems.append(row.problem("", f"the same run as line {first.line}", "keep one of the two"))
    return list(runs.values()), problems


def runs_twice(before: list[MeasuredRun], runs: list[MeasuredRun]) -> Iterator[Problem]:
    """Runs that another file of the request holds too."""
    earlier = {_content(run): run for run in before}
    for run in runs:
        if first := earlier.get(_content(run)):
            what = f"the same run as {first.file}:{first.line}"
            yield Problem(file=run.file, line=run.line, column=1, path="", what=what, remedy="keep one of the two")


def _content(run: MeasuredRun) -> MeasuredRun:
    """What a run says, wherever it stands."""
    return run.model_copy(update={"id": "", "file": "", "line": 0, "columns": ()})


def card_of(label: str, known: RunsKnown) -> str:
    """Card id of a cell: an id of the catalog, or a label of the published measurements; empty = no single card."""
    return label if label in known.ids.cards else known.labels.get(label, "")


def _run(row: Row, known: RunsKnown) -> MeasuredRun | None:
    """None where the card or model is an entry of the user's with something else wrong with it."""
    cells = {name: row.cells.get(name, "") for name in (*COLUMNS, *OPTIONAL)}
    card = known.catalog.cards.get(card_of(cells["accelerator"], known))
    if card is None or cells["model"] not in known.catalog.models:
        return None
    concurrency = float(cells["concurrency_or_batch"]) if cells["concurrency_or_batch"] else None
    numbers: dict[str, Any] = {name: int(float(cells[name])) for name in _COUNTS if cells[name]}
    return MeasuredRun.model_validate({
        "id": cells["id"],
        "card": card.id,
        "cards": numbers["accelerators"],
        "server_or_form": cells["server_or_form"],
        "model": cells["model"],
        "weight_precision": _format(cells["weight_precision"]),
        "kv_precision": cells["kv_precision"] or None,
        "tensor_parallel": numbers.get("tensor_parallel"),
        "pipeline_parallel": numbers.get("pipeline_parallel", 1),
        "expert_parallel": numbers.get("expert_parallel", 1),
        "engine_class": run_engine_class(cells, known.catalog.ecosystems[card.ecosystem]),
        "input_tokens": float(cells["input_tokens"]),
        "output_tokens": float(cells["output_tokens"]),
        "concurrency": concurrency,
        "metric": cells["metric"],
        "value": float(cells["value"]),
        "scenario": cells["scenario"] or ("fixed_concurrency" if concurrency else "offline"),
        **{name: cells[name] for name in ("date", "source", "notes")},
        "file": row.file,
        "line": row.line,
        "columns": tuple(row.starts.items()),
    })  # fmt: skip


def _format(cell: str) -> str:
    """The format without what the published rows add: `int8 (w8a8)`."""
    name, _, rest = cell.partition(" ")
    return rest.strip("()") if rest.strip("()") == "w8a8" else name


Faults = Iterator[tuple[str, str, str]]


def _name_faults(cells: dict[str, str], known: RunsKnown) -> Faults:
    label = cells["accelerator"]
    if label in known.labels and not card_of(label, known):
        yield "accelerator", f"{shown(label)} is not one card of the catalog", "write the id of the card"
    elif not card_of(label, known):
        yield "accelerator", *unknown_id("card", label, known.ids.cards)
    elif (card := known.catalog.cards.get(card_of(label, known))) and card.facts is None:
        what = f"{card.id} has no `facts` (memory, bandwidth, rates): nothing can be predicted for it"
        yield "accelerator", what, "write the card's facts in a file under `catalog:`"
    elif card:
        yield from _engine_faults(cells, card, known)
    if cells["model"] not in known.ids.models:
        what, remedy = unknown_id("model", cells["model"], known.ids.models)
        yield "model", what, remedy if "did you mean" in remedy else "write the model id as in the catalog or request"


def _engine_faults(cells: dict[str, str], card: Card, known: RunsKnown) -> Faults:
    ecosystem = known.catalog.ecosystems[card.ecosystem]
    if known_engine(cells["engine"], ecosystem) is None:
        what = f"{shown(cells['engine'])} is no engine of {ecosystem.id}" if cells["engine"] else "is empty"
        yield "engine", what, f"write one of {', '.join(ecosystem.engines)}"


def _choice_faults(cells: dict[str, str], _known: RunsKnown) -> Faults:
    choices = {
        "weight_precision": (_format(cells["weight_precision"]), get_args(WeightPrecision)),
        "metric": (cells["metric"], get_args(Metric)),
        "kv_precision": (cells.get("kv_precision", ""), ("", *get_args(KvPrecision))),
        "scenario": (cells.get("scenario", ""), ("", *get_args(Scenario))),
    }
    for name, (word, allowed) in choices.items():
        if word not in allowed:
            yield name, *choice_wording(word or None, [each for each in allowed if each])


def _number_faults(cells: dict[str, str], known: RunsKnown) -> Faults:
    counts = {name: cells.get(name, "") for name in _COUNTS}
    wrong = [fault for name, text in counts.items() for fault in _count_faults(name, text)]
    yield from wrong
    for name in _AMOUNTS:
        yield from _amount_faults(name, cells[name])
    for name in _OPTIONAL_AMOUNTS:
        if text := cells.get(name):
            yield from _amount_faults(name, text)
    card = known.catalog.cards.get(card_of(cells["accelerator"], known))
    if not wrong and card and card.facts:
        yield from _layout_faults(counts, card.facts.devices)


def _count_faults(name: str, text: str) -> Faults:
    if not text and name != "accelerators":
        return
    if not is_number_text(text):
        yield name, *number_wording(text or None, name, whole=True)
    elif not 1 <= (number := float(text)) <= _MAX_COUNT or number != int(number):
        yield name, f"must be a whole number, at least 1 (got {text})", "correct the number, or leave the cell empty"


def _amount_faults(name: str, text: str) -> Faults:
    may_be_zero = name.endswith(("_tokens", "_ms"))
    if not is_number_text(text):
        yield name, *number_wording(text or None, name, whole=False)
    elif not (0 <= float(text) < _MAX_NUMBER) or (not may_be_zero and float(text) == 0):
        least = "at least 0" if may_be_zero else "greater than 0"
        yield name, f"must be {least} and below 1e12 (got {text})", "correct the number"


def _layout_faults(counts: dict[str, str], devices_per_card: int) -> Faults:
    numbers = {name: int(float(text)) if text else 1 for name, text in counts.items()}
    devices = numbers["accelerators"] * devices_per_card
    needed = max(numbers["tensor_parallel"], numbers["expert_parallel"]) * numbers["pipeline_parallel"]
    if needed > devices:
        what = f"one replica takes {needed} devices, the run had {devices}"
        yield "accelerators", what, "correct the cards or the parallel degrees"


def _question_faults(cells: dict[str, str], _known: RunsKnown) -> Faults:
    if question := other_words(cells.get("notes", "")):
        what = f"{question}: the model predicts plain runs, and such a run answers another question"
        yield "notes", what, "remove the row, and measure without it"
    prompt, metric = cells["input_tokens"], cells["metric"]
    needed = "input_tokens" if metric == "prefill_tok_s" else "output_tokens"
    if is_number_text(cells[needed]) and float(cells[needed]) == 0 and metric in get_args(Metric):
        yield needed, f"must be greater than 0 for {metric} (got {cells[needed]})", "write the mean length in tokens"
    elif metric == "total_tok_s" and is_number_text(prompt) and float(prompt) == 0:
        yield "input_tokens", f"must be greater than 0 for {metric} (got {prompt})", "write the mean length in tokens"


_CHECKS = (_name_faults, _choice_faults, _number_faults, _question_faults)
