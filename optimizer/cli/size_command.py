"""What `procure size` does; `size.py` holds its flags."""

from collections.abc import Callable
from typing import NamedTuple

from optimizer.cli.answer import answered
from optimizer.cli.exits import INFEASIBLE, PLAN
from optimizer.cli.output import check_targets, write_json


class SizeOptions(NamedTuple):
    """The command line of `procure size`."""

    model: str | None
    hardware: str | None
    cards: int | None
    tensor: int | None
    pipeline: int | None
    group: int | None
    weight_precision: tuple[str, ...]
    kv_precision: str | None
    input_tokens: int | None
    output_tokens: int | None
    concurrency: int | None
    ttft_ms: float | None
    tpot_ms: float | None
    engine: str | None
    max_context: int | None
    memory_use: float | None
    fabric_gbit: float | None
    quick: bool
    json_target: str | None
    language: str
    train: str | None = None
    """What follows is asked of training alone."""
    sequence: int | None = None
    tokens: float | None = None
    batch_tokens: float | None = None
    days: float | None = None
    mfu: float | None = None
    offload: bool | None = None
    context: int | None = None
    zero: int | None = None
    recompute: str | None = None


def size_command(options: SizeOptions) -> int:
    """0: fits, if tightly, or quick sums; 3: does not fit, or misses a limit; 2: a flag that cannot be used."""
    return answered(options.json_target, lambda: _kind(options)(options))


def _kind(options: SizeOptions) -> Callable[[SizeOptions], int]:
    if options.quick:
        return _quick
    return _size if options.train is None else _train


def _size(options: SizeOptions) -> int:
    from optimizer.cli.size_request import read_size
    from optimizer.plan.size.answer import answer
    from optimizer.report.size.as_json import answer_json
    from optimizer.report.size.console import print_answer

    check_targets([], None, options.json_target)
    asked = read_size(options)
    found = answer(asked.request, asked.workload, asked.machines, asked.wanted)
    write_json(options.json_target, answer_json(found))
    if options.json_target != "-":
        print_answer(found, options.language)
    return PLAN if found.status == "fits" else INFEASIBLE


def _train(options: SizeOptions) -> int:
    from optimizer.cli.size_training_request import read_training
    from optimizer.plan.size.training.answer import answer
    from optimizer.report.size.training.as_json import training_json
    from optimizer.report.size.training.console import print_training

    check_targets([], None, options.json_target)
    asked = read_training(options)
    found = answer(asked.job, asked.machines, grows=options.cards is None)
    write_json(options.json_target, training_json(found))
    if options.json_target != "-":
        print_training(found, options.language)
    return PLAN if found.status in ("fits", "tight") else INFEASIBLE


def _quick(options: SizeOptions) -> int:
    from optimizer.cli.size_request import needs_no_flags
    from optimizer.plan.quick.sums import quick_sums
    from optimizer.report.size.quick import print_quick, quick_json

    needs_no_flags(options)
    check_targets([], None, options.json_target)
    sums = quick_sums()
    write_json(options.json_target, quick_json(sums))
    if options.json_target != "-":
        print_quick(sums, options.language)
    return PLAN
