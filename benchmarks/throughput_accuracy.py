"""How far the throughput model is from published measurements.

    python -m benchmarks.throughput_accuracy [--measurements FILE] [--domestic FILE]

MdAPE, p90: of |predicted/measured − 1|; ±20, ±30, ×2: share of rows inside. Source-weighted: each row weighs
1/√(rows of its publisher: repository or site).
"""

import argparse
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measured_rows import Case, cases
from optimizer.sizing.engines import ENGINES, layer_seconds
from optimizer.sizing.families import EFFICIENCY
from optimizer.sizing.links import link_of
from optimizer.sizing.memory import cache_bytes_per_token, free_bytes, weight_bytes
from optimizer.sizing.precision import BYTES_PER_WEIGHT, Arithmetic, arithmetic
from optimizer.sizing.shape import ModelShape, shape_of
from optimizer.sizing.throughput import Replica, prefill_s, replica, requests_per_s, step_s

MEASUREMENTS = Path(__file__).parent.parent / "catalogs" / "measurements"
ERROR_LIMIT = 0.15
"""Source-weighted MdAPE on the rows of the fit; the model was published with 14 %."""
MEMORY_USE = 0.9
SERVER_FACTOR = 0.9
"""Latency-bound server runs; assumed, fits MLPerf server."""
UNKNOWN_LAYOUT_WEIGHT_SHARE = 0.65


@dataclass(frozen=True)
class Scored:
    """A case with its prediction."""

    case: Case
    ratio: float
    """predicted / measured"""
    weight: float = 1.0

    @property
    def error(self) -> float:
        return abs(self.ratio - 1)


def tensor_of(case: Case, shape: ModelShape, device_memory: float) -> int:
    """The stated tensor-parallel degree, or the smallest whose weights take at most 65 % of memory."""
    if case.tensor is not None:
        return case.tensor
    tensor = 1
    while tensor < case.devices:
        held = weight_bytes(shape, BYTES_PER_WEIGHT[case.precision], tensor=tensor, group=tensor)
        if held <= UNKNOWN_LAYOUT_WEIGHT_SHARE * device_memory:
            break
        tensor *= 2
    return tensor


@dataclass(frozen=True)
class Setting:
    """A case's replica and what it holds."""

    replica: Replica
    fits: float
    """Sequences that memory holds."""
    cap: int
    """Sequences that the engine takes per attention rank."""


def setting_of(case: Case) -> Setting:
    """The replica that a row was measured on."""
    shape, facts, engine = shape_of(case.model), case.card.card.facts, ENGINES[case.engine_class]
    assert facts is not None
    memory = facts.memory_bytes / facts.devices
    tensor = tensor_of(case, shape, memory)
    group = max(tensor, case.group) if shape.is_moe else tensor
    rates = arithmetic(case.card.card, case.engine_class, case.precision)
    if case.weight_only:
        rates = Arithmetic(rates.flops_16bit, 1.0, rates.flops_16bit)
    bytes_per_weight = BYTES_PER_WEIGHT[case.precision]
    r = replica(
        shape, layout=(tensor, group, case.pipeline), bytes_per_weight=bytes_per_weight,
        bytes_per_cached_value=case.cache_bytes,
        bandwidth_bytes_per_s=facts.memory_bandwidth_bytes_per_s / facts.devices, arithmetic=rates,
        efficiency=EFFICIENCY[facts.performance_family], engine=engine,
        layer_s=layer_seconds(engine, case.card.card.ecosystem),
        link=link_of(facts, case.card.scale_up_link, case.card.scale_up_domain_cards, group),
    )  # fmt: skip
    held = weight_bytes(shape, bytes_per_weight, tensor=tensor, group=group, pipeline=case.pipeline)
    free = free_bytes(memory, MEMORY_USE, held, engine)
    free = max(free, 0.01 * memory)
    length = case.input_tokens + case.output_tokens * (1 if engine.reserves_full_length else 0.5)
    per_token = cache_bytes_per_token(shape, case.cache_bytes, tensor=tensor, pipeline=case.pipeline)
    fits = free * r.ranks / (per_token * shape.tokens_stored(length))
    return Setting(r, fits, engine.sequence_cap)


def predict(case: Case) -> float:
    """The row's quantity by the model, in the row's unit."""
    at = setting_of(case)
    return quantity(case, at.replica, at.fits, at.cap)


def quantity(case: Case, r: Replica, fits: float, sequence_cap: int) -> float:
    """Batch from memory, cap and offered load, then the rate the row states."""
    replicas = max(1.0, case.devices / (r.group * r.pipeline))
    batch = max(1.0, min(case.in_flight / replicas, fits, sequence_cap * r.ranks))
    prefill = prefill_s(r, case.input_tokens, batch)
    step = step_s(r, batch, case.input_tokens + case.output_tokens / 2)
    if case.metric == "prefill_tok_s":
        return replicas * case.input_tokens / prefill
    if case.pure_decode:
        return replicas * batch / step
    rate = replicas * requests_per_s(prefill, step, case.output_tokens, batch)
    rate *= SERVER_FACTOR if case.scenario == "server" else 1.0
    per_request = {"requests_s": 1.0, "total_tok_s": case.input_tokens + case.output_tokens}
    return rate * per_request.get(case.metric, case.output_tokens)


def score(path: Path, *, domestic: bool = False) -> list[Scored]:
    """Every scored row of a file with its prediction and source weight."""
    known = cases(path, domestic=domestic)
    per_source = Counter(case.publisher for case in known)
    return [Scored(c, predict(c) / c.value, 1 / math.sqrt(per_source[c.publisher])) for c in known]


def quantile(values: Sequence[tuple[float, float]], q: float) -> float:
    """Weighted quantile of (value, weight) pairs, by linear interpolation between cumulative midpoints."""
    ordered = sorted(values)
    total = sum(w for _, w in ordered)
    before, last = 0.0, ordered[0][0]
    position = None
    for value, weight in ordered:
        middle = (before + weight / 2) / total
        if middle >= q:
            return value if position is None else last + (value - last) * (q - position) / (middle - position)
        before, last, position = before + weight, value, middle
    return last


def line(name: str, rows: Sequence[Scored], *, weighted: bool = False) -> str:
    """One line of the error table."""
    pairs = [(s, s.weight if weighted else 1.0) for s in rows]
    total = sum(w for _, w in pairs)

    def inside(test: Callable[[Scored], bool]) -> float:
        return sum(w for s, w in pairs if test(s)) / total

    errors = [(s.error, w) for s, w in pairs]
    bias = quantile([(s.ratio, w) for s, w in pairs], 0.5)
    return (
        f"{name:34} {len(rows):5} {quantile(errors, 0.5):6.1%} {quantile(errors, 0.9):6.0%} {bias:6.2f} "
        f"{inside(lambda s: s.error <= 0.2):5.0%} {inside(lambda s: s.error <= 0.3):5.0%} "
        f"{inside(lambda s: 0.5 <= s.ratio <= 2):5.0%}"
    )


def slices(rows: Sequence[Scored]) -> dict[str, list[Scored]]:
    """Rows by the kinds the tables of docs/throughput.md use."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for s in rows:
        facts = s.case.card.card.facts
        assert facts is not None
        kind = "prefill only" if s.case.metric == "prefill_tok_s" else s.case.scenario
        groups[f"kind {kind}"].append(s)
        groups[f"family {facts.performance_family}"].append(s)
        groups[f"engine {s.case.engine_class}"].append(s)
        groups[f"weights {s.case.precision}"].append(s)
        groups["MoE" if s.case.model.is_moe else "dense"].append(s)
    return dict(sorted(groups.items()))


def report(rows: Sequence[Scored]) -> str:
    """The error table as text."""
    head = f"{'rows':>40} {'MdAPE':>6} {'p90':>6} {'ratio':>6} {'±20':>5} {'±30':>5} {'×2':>5}"
    lines = [head, line("all, source-weighted", rows, weighted=True), line("all, each row 1", rows)]
    return "\n".join(lines + [line(name, group) for name, group in slices(rows).items()])


def main() -> None:
    """Score both shipped measurement files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--measurements", type=Path, default=MEASUREMENTS / "inference.csv")
    parser.add_argument("--domestic", type=Path, default=MEASUREMENTS / "inference_domestic.csv")
    args = parser.parse_args()
    print("Shipped measurements")
    rows = score(args.measurements)
    print(report(rows))
    print("\nChinese cards, comparable rows (not in the fit)")
    print(report(score(args.domestic, domestic=True)))
    error = quantile([(s.error, s.weight) for s in rows], 0.5)
    if error > ERROR_LIMIT:
        sys.exit(f"source-weighted MdAPE {error:.1%} > {ERROR_LIMIT:.0%}")


if __name__ == "__main__":
    main()
