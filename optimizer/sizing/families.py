"""Card families: fitted efficiencies and the band of measured over predicted.

η_m and η_c: share of nominal memory bandwidth and of the peak rate that real kernels reach. Bands are out of fold.
Source: docs/throughput.md §3 (values), §5 (bands), §7 (Chinese cards).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.fitted import FITTED, Parameters
from optimizer.sizing.fitted_bands import FITTED_BANDS
from optimizer.sizing.option import Band

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, PerformanceFamily


@dataclass(frozen=True, slots=True)
class Efficiency:
    """Shares of the nominal rates."""

    memory: float
    """η_m"""
    compute: float
    """η_c"""


NO_DATA_EFFICIENCY = Efficiency(0.65, 0.55)
"""Of cards without measured rows: the prior of the fit."""
FAMILIES: tuple[PerformanceFamily, ...] = (
    "ampere", "hopper", "blackwell", "pcie", "cdna2", "cdna3", "gaudi", "domestic",
)  # fmt: skip


def efficiency_of(family: PerformanceFamily, fitted: Parameters = FITTED) -> Efficiency:
    """η_m and η_c of a family."""
    if family == "no_data":
        return NO_DATA_EFFICIENCY
    return Efficiency(fitted[f"eta_m.{family}"], fitted[f"eta_c.{family}"])


EFFICIENCY: dict[PerformanceFamily, Efficiency] = {family: efficiency_of(family) for family in (*FAMILIES, "no_data")}

_FIT = "docs/throughput.md §5"
NO_DATA = Band(p10=0.64, p50=1.07, p90=1.56, source=f"{_FIT}, international card without data")
NO_DATA_DOMESTIC = Band(p10=0.33, p50=0.81, p90=1.09, source=f"{_FIT}, domestic card without data")
ASCEND_LONG = Band(p10=0.3, p50=0.5, p90=1.4, source="docs/throughput.md §7, 64K contexts on 910B: 2–2.4 times slower")
LONG_CONTEXT_TOKENS = 32_768
"""Mean context from which the long-context band holds on Ascend; the measured rows stand at 64K."""
HYGON = Band(p10=0.40, p50=1.0, p90=1.50, source=f"{_FIT}, Hygon K100_AI")
BANDS: dict[str, Band] = {
    "no_data": NO_DATA,
    "no_data_domestic": NO_DATA_DOMESTIC,
    "ascend_long": ASCEND_LONG,
    "hygon": HYGON,
    **{key: Band(p10=p10, p50=p50, p90=p90, source=f"{_FIT}, {key}") for key, (p10, p50, p90) in FITTED_BANDS.items()},
}
"""By `band_key`; the first four rest on too few rows to be recomputed and are assumptions."""


def band_group(card: Card, mean_context_tokens: float) -> str:
    """The family whose rows a card's band comes from; long contexts on Ascend stand apart. ValueError without facts."""
    if card.facts is None:
        raise ValueError(f"{card.id}: no facts")
    family = card.facts.performance_family
    if family == "no_data":
        return "no_data_domestic" if card.domestic else family
    if family != "domestic":
        return family
    if card.ecosystem == "cann":
        return "ascend_long" if mean_context_tokens >= LONG_CONTEXT_TOKENS else "ascend"
    return "hygon" if card.ecosystem == "dtk" else "no_data_domestic"


def band_key(card: Card, engine_class: str, mean_context_tokens: float) -> str:
    """`family/engine class` where its rows give a band, else the family."""
    group = band_group(card, mean_context_tokens)
    pair = f"{group}/{engine_class}"
    return pair if pair in BANDS else group


def band_of(card: Card, engine_class: str, mean_context_tokens: float) -> Band:
    """Band of a card in an engine class. ValueError for a card without facts."""
    return BANDS[band_key(card, engine_class, mean_context_tokens)]
