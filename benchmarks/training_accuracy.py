"""How far the training short form and its memory formula are from published measurements.

    python -m benchmarks.training_accuracy

MdAPE, p90: of |predicted/measured − 1|; ±20, ±30, ×2: share of rows inside. Source-weighted: each row weighs
1/√(rows of its publisher: repository or site).
"""

import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.training_rows import HFU, TrainingCase, cases
from optimizer.sizing.accuracy.metrics import quantile
from optimizer.sizing.training_memory import (
    FITS_MARGIN,
    STATE_BYTES_GENERIC,
    STATE_BYTES_TUNED,
    Job,
    Layout,
    peak_bytes,
)
from optimizer.sizing.training_time import GOODPUT, UNKNOWN_RECOMPUTE, seconds_per_token

ERROR_LIMIT = 0.17
"""Source-weighted MdAPE of the short form; the recipe was published with 15 %."""
GENERIC = re.compile(r"DeepSpeed|HF|InternEvo|ms-swift")
"""Software whose states take the larger number of bytes per parameter."""
TRUE_16BIT_BYTES = 9.6
"""u of training that keeps everything in 16 bit."""
ALLOCATOR_LIMIT = 1.07


@dataclass(frozen=True)
class Scored:
    """A row with its prediction."""

    case: TrainingCase
    ratio: float
    """predicted / measured"""
    weight: float

    @property
    def error(self) -> float:
        return abs(self.ratio - 1)


def predict(case: TrainingCase, *, recompute_known: bool) -> float:
    """The row's quantity by the short form, in the row's unit."""
    recomputed = case.recomputed if recompute_known else UNKNOWN_RECOMPUTE
    rate = 1 / seconds_per_token(case.work, case.devices, recomputed)
    metric = case.row["metric"]
    if metric == "tokens_s_per_card":
        return rate
    if metric in ("tflops_per_card", "mfu"):
        counted = HFU if "HFU" in case.notes.get("definition", "") else 1.0
        return rate * case.work.model_flops * counted / (case.peak_flops if metric == "mfu" else 1e12)
    tokens = float(case.row["tokens_trained"])
    return tokens / (rate * GOODPUT) / (3600 if metric == "total_card_hours" else case.devices * 86_400)


def weighted(scored: list[tuple[TrainingCase, float]]) -> list[Scored]:
    """Scores with the weight of their publisher."""
    rows = Counter(_publisher(case) for case, _ in scored)
    return [Scored(case, ratio, 1 / math.sqrt(rows[_publisher(case)])) for case, ratio in scored]


def _publisher(case: TrainingCase) -> str:
    source = case.row["source"]
    return "/".join(source.split("/")[2:5]) if source.startswith("http") else source


def speed(*, recompute_known: bool) -> list[Scored]:
    """Every throughput, card-hour and MFU row."""
    known = [c for c in cases() if c.row["metric"] != "peak_memory_gb"]
    return weighted([(c, predict(c, recompute_known=recompute_known) / c.value) for c in known])


def memory() -> list[Scored]:
    """Every peak-memory row, layout as stated (1 where it is not), micro-batch and recompute by the rule."""
    known = [c for c in cases() if c.row["metric"] == "peak_memory_gb"]
    return weighted([(c, predict_memory(c) / (c.value * 1e9)) for c in known])


def predict_memory(case: TrainingCase) -> float:
    """Peak of one device, bytes; allocators fill the card to at most 1.07 of its memory."""
    row, generic = case.row, bool(GENERIC.search(case.row["framework"]))
    state_bytes = STATE_BYTES_GENERIC if generic else STATE_BYTES_TUNED
    state_bytes = TRUE_16BIT_BYTES if "true" in row["precision"] else state_bytes
    unknown = case.work.method != "full" or generic
    recompute = unknown if case.recomputed == UNKNOWN_RECOMPUTE else case.recomputed == 1.0
    tensor, pipeline = int(row["tensor_parallel"] or 1), int(row["pipeline_parallel"] or 1)
    context = int(case.notes.get("context_parallel", "1"))
    batch = int(case.notes.get("micro_batch", "1"))
    job = Job(
        params=case.params, active_params=case.work.active_params, layers=case.geometry.layers,
        hidden=case.geometry.hidden, vocabulary=case.geometry.vocabulary, experts=2 if case.work.is_moe else 1,
        method=case.work.method, sequence_tokens=batch * case.sequence // context, state_bytes=state_bytes,
    )  # fmt: skip
    layout = Layout(
        tensor=tensor, pipeline=pipeline, data=max(1, case.devices // (tensor * pipeline)),
        experts=int(case.notes.get("expert_parallel", "1")), zero=int(row["zero_stage"] or 0), recompute=recompute,
    )  # fmt: skip
    if layout.zero == 0 and job.method == "full":
        layout = layout._replace(data=1)
    return min(peak_bytes(job, layout), ALLOCATOR_LIMIT * case.memory_bytes)


def line(name: str, rows: list[Scored], *, by_source: bool = False) -> str:
    """One line of the error table."""
    pairs = [(s, s.weight if by_source else 1.0) for s in rows]
    total = sum(w for _, w in pairs)

    def inside(test: Callable[[Scored], bool]) -> float:
        return sum(w for s, w in pairs if test(s)) / total

    errors = [(s.error, w) for s, w in pairs]
    return (
        f"{name:36} {len(rows):4} {quantile(errors, 0.5):6.1%} {quantile(errors, 0.9):6.0%} "
        f"{quantile([(s.ratio, w) for s, w in pairs], 0.5):6.2f} {inside(lambda s: s.error <= 0.2):5.0%} "
        f"{inside(lambda s: s.error <= 0.3):5.0%} {inside(lambda s: 0.5 <= s.ratio <= 2):5.0%}"
    )


def slices(rows: list[Scored]) -> dict[str, list[Scored]]:
    """Rows by card family, task and model class."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for s in rows:
        groups[f"family {s.case.family}"].append(s)
        groups[f"task {s.case.row['task']}"].append(s)
        groups["MoE" if s.case.work.is_moe else "dense"].append(s)
    return dict(sorted(groups.items()))


def report(known: list[Scored], unknown: list[Scored], peaks: list[Scored]) -> str:
    """The error tables as text."""
    head = f"{'rows':>41} {'MdAPE':>6} {'p90':>6} {'ratio':>6} {'±20':>5} {'±30':>5} {'×2':>5}"
    lines = ["Short form", head, line("recompute known, source-weighted", known, by_source=True)]
    lines += [line("recompute unknown, source-weighted", unknown, by_source=True), line("each row 1", unknown)]
    lines += [line(name, group) for name, group in slices(unknown).items()]
    stated = [s for s in peaks if s.case.row["zero_stage"]]
    lines += ["", "Peak memory", head, line("all, source-weighted", peaks, by_source=True)]
    lines += [line("layout stated, source-weighted", stated, by_source=True)]
    lines += [line(name, group) for name, group in slices(stated).items() if name.startswith("task")]
    below = [sum(s.ratio * margin >= 1 for s in peaks) / len(peaks) for margin in (1, FITS_MARGIN)]
    lines += [f"all: measured at most the prediction: {below[0]:.0%}; at most {FITS_MARGIN} times it: {below[1]:.0%}"]
    return "\n".join(lines)


def main() -> None:
    """Score the shipped training measurements."""
    known, unknown = speed(recompute_known=True), speed(recompute_known=False)
    print(report(known, unknown, memory()))
    error = quantile([(s.error, s.weight) for s in unknown], 0.5)
    if error > ERROR_LIMIT:
        sys.exit(f"source-weighted MdAPE {error:.1%} > {ERROR_LIMIT:.0%}")


if __name__ == "__main__":
    main()
