"""Card families: fitted efficiencies and the band of measured over predicted.

η_m and η_c: share of nominal memory bandwidth and of the peak rate that real kernels reach. Bands are out of fold.
Source: docs/throughput.md §3 (values), §5 (bands), §7 (Chinese cards).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.option import Band

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, PerformanceFamily

EXPERT_READ_FACTOR = 0.61
"""μ_moe: share of η_m that scattered expert weights reach."""


@dataclass(frozen=True, slots=True)
class Efficiency:
    """Shares of the nominal rates."""

    memory: float
    """η_m"""
    compute: float
    """η_c"""


EFFICIENCY: dict[PerformanceFamily, Efficiency] = {
    "ampere": Efficiency(0.60, 0.69),
    "hopper": Efficiency(0.64, 0.61),
    "blackwell": Efficiency(0.90, 0.49),
    "pcie": Efficiency(0.84, 0.69),
    "cdna2": Efficiency(0.50, 0.35),
    "cdna3": Efficiency(0.40, 0.82),
    "gaudi": Efficiency(0.77, 0.49),
    "domestic": Efficiency(0.64, 0.38),
    "no_data": Efficiency(0.65, 0.55),
}

_FIT = "docs/throughput.md §5"
_BANDS: dict[PerformanceFamily, Band] = {
    "ampere": Band(p10=0.69, p50=1.04, p90=1.37, source=f"{_FIT}, A100"),
    "hopper": Band(p10=0.62, p50=1.04, p90=1.35, source=f"{_FIT}, Hopper"),
    "blackwell": Band(p10=0.77, p50=1.08, p90=1.45, source=f"{_FIT}, Blackwell"),
    "pcie": Band(p10=0.67, p50=1.02, p90=1.44, source=f"{_FIT}, RTX and PCIe"),
    "cdna2": Band(p10=0.79, p50=0.93, p90=1.19, source=f"{_FIT}, MI250"),
    "cdna3": Band(p10=0.47, p50=1.00, p90=1.33, source=f"{_FIT}, MI300X and MI325X"),
    "gaudi": Band(p10=0.86, p50=1.05, p90=1.17, source=f"{_FIT}, Gaudi"),
}
NO_DATA = Band(p10=0.64, p50=1.07, p90=1.56, source=f"{_FIT}, international card without data")
NO_DATA_DOMESTIC = Band(p10=0.33, p50=0.81, p90=1.09, source=f"{_FIT}, domestic card without data")
ASCEND_GRAPH = Band(p10=0.7, p50=1.1, p90=1.4, source="docs/throughput.md §7, Ascend in graph mode")
ASCEND_YOUNG = Band(p10=0.40, p50=1.03, p90=1.50, source=f"{_FIT}, Ascend 910B, eager or early stacks")
ASCEND_LONG = Band(p10=0.3, p50=0.5, p90=1.4, source="docs/throughput.md §7, 64K contexts on 910B: 2–2.4 times slower")
LONG_CONTEXT_TOKENS = 32_768
"""Mean context from which the long-context band holds on Ascend; the measured rows stand at 64K."""
HYGON = Band(p10=0.40, p50=1.0, p90=1.50, source=f"{_FIT}, Hygon K100_AI")


def band_of(card: Card, engine_class: str, mean_context_tokens: float) -> Band:
    """Band of a card in an engine class; wider for long contexts on Ascend. ValueError for a card without facts."""
    if card.facts is None:
        raise ValueError(f"{card.id}: no facts")
    family = card.facts.performance_family
    if family == "no_data":
        return NO_DATA_DOMESTIC if card.domestic else NO_DATA
    if family != "domestic":
        return _BANDS[family]
    if card.ecosystem == "cann":
        if mean_context_tokens >= LONG_CONTEXT_TOKENS:
            return ASCEND_LONG
        return ASCEND_GRAPH if engine_class == "ascend_graph" else ASCEND_YOUNG
    return HYGON if card.ecosystem == "dtk" else NO_DATA_DOMESTIC
