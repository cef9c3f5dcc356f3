"""Rules between the fields of a training demand and of a tender; ids are in `known_ids.py`."""

from collections.abc import Collection, Iterator

from optimizer.inputs.problems import MISSING
from optimizer.inputs.training_parts import Samples
from optimizer.inputs.workload import CapacityWorkload, FinetuneWorkload, PretrainWorkload, Workload

LONGEST_RUN_DAYS = 365
"""A run holds its cards for the whole year."""
HOURS_PER_MONTH = 730
Found = Iterator[tuple[str, str, str]]
"""(dotted path, what, remedy)"""


def demand_rules(path: str, workload: Workload, written: Collection[str]) -> Found:
    """Contradictions of one training demand or tender at `path`, none for other kinds; `written`: the file's paths."""
    if isinstance(workload, PretrainWorkload | FinetuneWorkload):
        yield from _tokens(path, workload, written)
    if isinstance(workload, PretrainWorkload):
        yield from _run(path, workload)
    if isinstance(workload, FinetuneWorkload) and workload.rl is not None and workload.mfu is not None:
        what = "is that of training alone; with `rl` the efficiency of the whole loop counts"
        yield f"{path}.mfu", what, "write `rl: {efficiency: {cuda: …}}` in its place"
    if isinstance(workload, FinetuneWorkload) and workload.max_hours_per_job > HOURS_PER_MONTH:
        what = f"{workload.max_hours_per_job:g} hours are more than a month ({HOURS_PER_MONTH} h)"
        yield f"{path}.max_hours_per_job", what, "describe so long a run as `kind: pretrain` with a deadline"
    if isinstance(workload, CapacityWorkload):
        yield from _tender(path, workload)


def _tokens(path: str, workload: PretrainWorkload | FinetuneWorkload, written: Collection[str]) -> Found:
    """Exactly one form; a count in billions, written without `e9`, is shorter than one sequence."""
    key = "tokens" if isinstance(workload, PretrainWorkload) else "tokens_per_job"
    tokens, samples = getattr(workload, key), workload.samples
    if tokens is not None and samples is not None:
        what = f"a second form of demand: {key} gives {tokens:,} tokens, samples give {samples.tokens:,}"
        yield f"{path}.samples", what, f"keep one: `{key}`, or `samples`"
    elif samples is not None and samples.tokens < workload.sequence_length:
        what = f"{_product(samples)} = {samples.tokens:,} tokens are less than one sequence of "
        yield f"{path}.samples", f"{what}{workload.sequence_length}", "correct the count, or shorten sequence_length"
    elif tokens is None and samples is None and not {f"{path}.{key}", f"{path}.samples"} & set(written):
        yield f"{path}.{key}", "is missing", MISSING[key]
    elif tokens is not None and tokens < workload.sequence_length:
        what = f"{tokens} tokens are less than one sequence of {workload.sequence_length}"
        yield f"{path}.{key}", what, f"write all tokens: {tokens}e9 for {tokens} billion"


def _product(samples: Samples) -> str:
    return f"{samples.count:,} samples × {samples.tokens_per_sample:g} tokens × {samples.epochs:g} epochs"


def _run(path: str, workload: PretrainWorkload) -> Found:
    if workload.deadline_days > LONGEST_RUN_DAYS:
        what = f"{workload.deadline_days:g} days are more than the year for which a run holds its cards"
        yield f"{path}.deadline_days", what, f"write at most {LONGEST_RUN_DAYS}, or split the run by year"
    batch = workload.global_batch_tokens
    if batch is not None and batch < workload.sequence_length:
        what = f"a batch of {batch} tokens holds no sequence of {workload.sequence_length}"
        yield f"{path}.global_batch_tokens", what, "write the tokens of one optimiser step, e.g. 4e6"
    elif batch is not None and batch > workload.job_tokens >= workload.sequence_length:
        what = f"a batch of {batch} tokens is more than the whole run ({workload.job_tokens})"
        yield f"{path}.global_batch_tokens", what, "write the tokens of one optimiser step, e.g. 4e6"


def _tender(path: str, workload: CapacityWorkload) -> Found:
    stated, pflops = "precision" in workload.demand.model_fields_set, workload.demand.unit == "pflops"
    if pflops and not stated:
        remedy = "write whose dense peak counts, e.g. `precision: fp16`"
        yield f"{path}.demand.precision", "is missing: a card has another peak in every precision", remedy
    if stated and not pflops:
        yield f"{path}.demand.precision", "only has a meaning with `unit: pflops`", "remove the key"
