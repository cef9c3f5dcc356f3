"""How far TPOT and TTFT under load are from published measurements, by the planner's rule and by others.

    python -m benchmarks.latency_accuracy

Rows: those of the shipped files that state TTFT and TPOT. Fixed concurrency: N requests are always in flight. Open:
MLPerf server runs and Poisson arrivals at a stated rate, ρ = rate · t_pre. TTFT and TPOT are taken as means; no row
states a p95. MdAPE, p90: of |predicted/measured − 1|; ratio = predicted/measured, median. `own`: with the TPOT that the
model predicts; `measured`: with the row's, which shows the waiting rule alone.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from optimizer.inputs.engine_label import other_question
from optimizer.inputs.published.rows import PublishedRow
from optimizer.sizing.accuracy.case import Case
from optimizer.sizing.accuracy.metrics import quantile
from optimizer.sizing.accuracy.predict import setting_of
from optimizer.sizing.accuracy.score import SHIPPED_FILES, score_cases, shipped_rows, sort_rows
from optimizer.sizing.ask import Ask, RequestClass
from optimizer.sizing.planned_rate import JOINING_STEPS, Pace, pace, prompts
from optimizer.sizing.queueing import wait_mean_s, wait_p95_s
from optimizer.sizing.throughput import PREFILL_PASS_TOKENS, prefill_s, step_s

STATES_NO_CAPACITY = "load-limited"
INTERNATIONAL, CHINESE = SHIPPED_FILES
ROUNDS, PART = 400, 0.2
"""Damped steps towards the number in flight of an open run."""
LONG_PROMPTS = (30_000, 120_000)
PREFIX_PAIRS = (("dom-0011", "dom-0013", 0.75), ("dom-0012", "dom-0014", 0.75))
"""Rows without and with a shared prefix, and the shared part of the prompt."""
MOST_LOAD = 0.95
"""ρ beyond it counts as this: a run that was stable cannot have had more."""


@dataclass(frozen=True)
class Loaded:
    """A measured row and the replica at its load; times in s."""

    case: Case
    ask: Ask
    at: Pace
    first: float
    """Prefill of a lone request."""
    rate: float
    """Requests/s of one replica."""
    ttft: float
    tpot: float
    step: float
    """t_step alone."""

    def mean_wait(self, *, unequal: bool) -> float:
        """M/D/1, or M/M/1 for prompts of unequal length."""
        wait = wait_mean_s(min(self.rate, MOST_LOAD / self.at.prefill.mean), self.at.prefill)
        return wait * (2 if unequal else 1)


def loaded(row: PublishedRow, case: Case) -> Loaded:
    """The replica at the concurrency, or at the arrival rate, of a row."""
    found = setting_of(case)
    r = found.replica
    lengths = RequestClass(case.input_tokens, case.input_tokens, case.output_tokens, case.output_tokens)
    ask = Ask((lengths,))
    rate = case.value / case.output_tokens / found.replicas
    batch = max(1.0, min(case.in_flight / found.replicas, found.most))
    if case.scenario == "server":
        batch = 1.0
        for _ in range(ROUNDS):
            at = pace(r, ask, batch)
            needed = rate * (at.prefill.mean + ask.output_mean * at.tpot)
            batch = max(1.0, batch + PART * (min(needed, found.most) - batch))
    return Loaded(
        case, ask, pace(r, ask, batch), prompts(r, ask).mean, rate, float(row.cells["ttft_ms"]) / 1000,
        float(row.cells["tpot_ms"]) / 1000, step_s(r, batch, ask.mean_context),
    )  # fmt: skip


def measured_rows() -> tuple[list[Loaded], list[Loaded]]:
    """(fixed concurrency, open) rows of both shipped files, without bursts that queue and without eager mode.

    For latency a run at a stated, lower load answers the question too; of the Chinese cards only those are open.
    """
    rows = shipped_rows()
    limited = {
        row.id for row in rows if other_question(row.cells) == STATES_NO_CAPACITY and "eager" not in row.cells["notes"]
    }
    plain = [row._replace(cells={**row.cells, "notes": ""}) if row.id in limited else row for row in rows]
    fixed, opened = [], []
    for row, case in sort_rows(plain).cases:
        cells = row.cells
        if not (cells["ttft_ms"] and cells["tpot_ms"]) or cells["metric"] != "output_tok_s_total":
            continue
        if row.file == CHINESE and row.id not in limited:
            continue
        if case.scenario == "fixed_concurrency":
            fixed.append(loaded(row, case))
        elif case.scenario == "server":
            opened.append(loaded(row, case))
    return fixed, opened


TPOT_RULES: dict[str, Callable[[Loaded], float]] = {
    "t_step + B·t_pre/O (shipped)": lambda x: x.at.tpot,
    "t_step + (B−1)·t_pre/O": lambda x: x.at.tpot - x.at.prefill.mean / x.ask.output_mean,
    "t_step": lambda x: x.step,
}
TTFT_RULES: dict[str, Callable[[Loaded, float], float]] = {
    "t_first": lambda x, _: x.first,
    "t_first + M/M/1": lambda x, _: x.first + x.mean_wait(unequal=True),
    "t_first + M/D/1": lambda x, _: x.first + x.mean_wait(unequal=False),
    "t_first + 2·TPOT": lambda x, tpot: x.first + 2 * tpot,
    "t_first + 2·TPOT + M/M/1": lambda x, tpot: x.first + 2 * tpot + x.mean_wait(unequal=True),
    "t_first + 2·TPOT + M/D/1 (shipped)": lambda x, tpot: x.first + JOINING_STEPS * tpot + x.mean_wait(unequal=False),
    "t_first + 1·TPOT + M/D/1": lambda x, tpot: x.first + tpot + x.mean_wait(unequal=False),
    "t_first + 3·TPOT + M/D/1": lambda x, tpot: x.first + 3 * tpot + x.mean_wait(unequal=False),
    "t_first + (½ + passes)·TPOT + M/D/1": lambda x, tpot: (
        x.first + (0.5 + max(1, x.case.input_tokens / PREFILL_PASS_TOKENS)) * tpot + x.mean_wait(unequal=False)
    ),
}


def errors(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """MdAPE, p90 and median ratio of (predicted, measured)."""
    ratios = [predicted / measured for predicted, measured in pairs]
    apart = [(abs(ratio - 1), 1.0) for ratio in ratios]
    return quantile(apart, 0.5), quantile(apart, 0.9), median(ratios)


def line(name: str, pairs: Sequence[tuple[float, float]]) -> str:
    """One line of an error table."""
    middle, high, ratio = errors(pairs)
    return f"{name:42} {len(pairs):5} {middle:6.0%} {high:6.0%} {ratio:6.2f}"


def above_p95(rows: Sequence[Loaded], steps: int) -> float:
    """Share of rows whose mean TTFT lies above the p95 that the rule gives with so many joining steps."""
    late = 0
    for x in rows:
        wait = wait_p95_s(min(x.rate, MOST_LOAD / x.at.prefill.mean), x.at.prefill)
        late += x.ttft > x.first + steps * x.at.tpot + wait
    return late / len(rows)


def ttft_pairs(
    rows: Sequence[Loaded], rule: Callable[[Loaded, float], float], *, own: bool
) -> list[tuple[float, float]]:
    """(predicted, measured) TTFT."""
    return [(rule(x, x.at.tpot if own else x.tpot), x.ttft) for x in rows]


def long_prompts() -> list[str]:
    """Rates of rows with long prompts, and what a shared prefix gains."""
    found = sort_rows(shipped_rows())
    scored = [s for s in score_cases(found) if s.row.file == INTERNATIONAL]
    lines = []
    for least in LONG_PROMPTS:
        pairs = [(s.ratio, 1.0) for s in scored if s.case.input_tokens >= least]
        lines.append(line(f"prompts of {least:,} tokens and more", pairs))
    rows = {row.id: row for row in shipped_rows()}
    cases = {row.id: case for row, case in found.cases}
    for plain, shared, hit in PREFIX_PAIRS:
        case = cases[plain]
        (r, replicas, _), tokens = setting_of(case), case.input_tokens
        batch = max(1.0, case.in_flight / replicas)
        gain = prefill_s(r, tokens, batch) / prefill_s(r, tokens * (1 - hit), batch, tokens * hit)
        measured = float(rows[shared].cells["value"]) / float(rows[plain].cells["value"])
        lines.append(f"{case.model.id}, {hit:.0%} of {tokens:,.0f} shared: × {gain:.2f}, measured × {measured:.2f}")
    return lines


def main() -> None:
    """Print the tables; fail when the shipped rule is not better than prefill and queue alone."""
    fixed, opened = measured_rows()
    head = f"{'rows':>48} {'MdAPE':>6} {'p90':>6} {'ratio':>6}"
    print(f"TPOT, fixed concurrency\n{head}")
    for name, of_row in TPOT_RULES.items():
        print(line(name, [(of_row(x), x.tpot) for x in fixed]))
    for title, rows in (("open", opened), ("fixed concurrency", fixed)):
        for own in (True, False):
            print(f"\nTTFT, {title}, TPOT {'own' if own else 'measured'}\n{head}")
            for name, rule in TTFT_RULES.items():
                print(line(name, ttft_pairs(rows, rule, own=own)))
    print(f"\nrates at long prompts, shared prefixes\n{head}", *long_prompts(), sep="\n")
    before, now = above_p95(opened, 0), above_p95(opened, JOINING_STEPS)
    print(f"\nopen runs whose mean TTFT lies above the p95 of the rule: {now:.0%}, without joining steps {before:.0%}")
    shipped, plain = (
        errors(ttft_pairs(opened, TTFT_RULES[name], own=True))[0]
        for name in ("t_first + 2·TPOT + M/D/1 (shipped)", "t_first + M/M/1")
    )
    if shipped >= plain:
        sys.exit(f"TTFT of open runs: MdAPE {shipped:.0%} is not below the {plain:.0%} of prefill and queue alone")


if __name__ == "__main__":
    main()
