"""Efficiency of reinforcement-learning loops from published rates: the numbers behind `rl_efficiency_*`.

    efficiency = tokens/s/card · (6·N_a + 12·L·A·s) / 16-bit peak        tokens: those that the policy is updated on

`rl_runs.csv` holds rates of whole loops (generation, rewards, updates), `rl_pairs.csv` the minutes of the same 200
steps on A100 and on Ascend 910B (github.com/Ascend/pytorch/issues/91, 2025-11-11; both about 313 TFLOPS). Of a group:
low = least, typical = median, high = largest. Ascend, dense: those of cuda over the ratio of the minutes.

    python -m benchmarks.rl_efficiency
"""

import csv
import math
import statistics
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Spread(NamedTuple):
    """Of one group of runs."""

    low: float
    typical: float
    high: float

    def rounded(self) -> tuple[float, float, float]:
        """Two significant digits, as shipped."""
        low, typical, high = (float(f"{value:.2g}") for value in self)
        return low, typical, high


def rows(name: str) -> list[dict[str, str]]:
    """A table beside this script."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def efficiency(run: dict[str, str]) -> float:
    """Model FLOPs utilisation of the whole loop."""
    n, layers, width, length = (float(run[k]) for k in ("active_params", "layers", "width", "sequence_tokens"))
    return float(run["tokens_s_card"]) * (6 * n + 12 * layers * width * length) / (float(run["peak_tflops"]) * 1e12)


def spread(ecosystem: str, moe: str) -> Spread:
    """Of the published runs of a group."""
    found = [efficiency(r) for r in rows("rl_runs.csv") if (r["ecosystem"], r["moe"]) == (ecosystem, moe)]
    return Spread(min(found), statistics.median(found), max(found))


def slowdown() -> Spread:
    """Minutes on 910B over those on A100: least, geometric mean, largest."""
    ratios = [float(r["ascend_910b_min"]) / float(r["a100_min"]) for r in rows("rl_pairs.csv")]
    return Spread(min(ratios), math.exp(statistics.fmean(map(math.log, ratios))), max(ratios))


def efficiencies() -> dict[str, Spread]:
    """By cost parameter."""
    cuda, slower = spread("cuda", "no"), slowdown()
    ascend = Spread(cuda.low / slower.high, cuda.typical / slower.typical, cuda.high / slower.low)
    return {
        "rl_efficiency_cuda": cuda,
        "rl_efficiency_cuda_moe": spread("cuda", "yes"),
        "rl_efficiency_rocm": spread("rocm", "no"),
        "rl_efficiency_cann": ascend,
    }


def main() -> None:
    """Print every run and the spread of each group."""
    for run in rows("rl_runs.csv"):
        print(f"{run['card']:12} {run['model']:22} {run['algorithm']:15} {efficiency(run):.4f}")
    low, mean, high = slowdown()
    print(f"910B over A100, minutes: {low:.2f} to {high:.2f}, geometric mean {mean:.2f}")
    for name, found in efficiencies().items():
        print(f"{name:24} low {found.low:.4f}  typical {found.typical:.4f}  high {found.high:.4f}")


if __name__ == "__main__":
    main()
