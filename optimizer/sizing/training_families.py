"""Card families in training: fitted efficiency, the band of measured over predicted, and the peak they refer to.

Source: docs/training.md §3 (efficiencies of the short form), §5 (bands).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.option import Band

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, LanguageModel, PerformanceFamily
    from optimizer.sizing.training_time import Method

ASCEND_REFERENCE_FLOPS = 313e12
"""F of the Ascend rows, per die, FLOP/s: their sources use it and do not state the bin, so η · F is what is known."""
CUT_LINK_BYTES_PER_S = 400e9
"""Hopper cards whose scale-up link is cut to this sum (H800) have a band of their own."""


@dataclass(frozen=True, slots=True)
class TrainingFamily:
    """What one line of cards reaches."""

    efficiency: float
    """η: share of the 16-bit peak."""
    band: Band


def _band(p10: float, p50: float, p90: float, what: str) -> Band:
    return Band(p10=p10, p50=p50, p90=p90, source=f"docs/training.md §5, {what}")


_FITTED: dict[PerformanceFamily, TrainingFamily] = {
    "ampere": TrainingFamily(0.57, _band(0.70, 1.05, 1.27, "A100 and A800")),
    "hopper": TrainingFamily(0.50, _band(0.70, 1.03, 1.34, "H100 and H200")),
    "blackwell": TrainingFamily(0.50, _band(0.77, 1.02, 1.36, "Blackwell")),
    "pcie": TrainingFamily(0.59, _band(0.50, 1.00, 1.60, "RTX and PCIe cards")),
    "cdna3": TrainingFamily(0.42, _band(0.65, 0.95, 1.30, "MI300X to MI355X")),
}
_NO_DATA_BAND = _band(0.65, 1.05, 1.40, "international card without data")
NO_DATA = TrainingFamily(0.54, _NO_DATA_BAND)
MI250 = TrainingFamily(0.52, _NO_DATA_BAND)
H800 = TrainingFamily(0.50, _band(0.50, 0.80, 1.15, "H800"))
GAUDI2 = TrainingFamily(0.52, _band(0.75, 1.05, 1.20, "Gaudi 2"))
GAUDI3 = TrainingFamily(0.52, _NO_DATA_BAND)
ASCEND_910B = TrainingFamily(0.54, _band(0.70, 1.00, 1.45, "Ascend 910B"))
ASCEND_910C = TrainingFamily(0.54, _band(0.55, 0.95, 1.30, "Ascend 910C"))
METAX_ILUVATAR = TrainingFamily(0.38, _band(0.45, 1.05, 1.50, "MetaX C500 and Iluvatar BI-V150"))
NO_DATA_DOMESTIC = TrainingFamily(0.41, _band(0.35, 0.85, 1.20, "domestic card without data"))
ANY_MOE = _band(0.45, 1.00, 1.60, "any mixture of experts")
FULL_FINETUNE = _band(0.45, 1.05, 1.40, "full fine-tuning in generic software")

_MEASURED_DOMESTIC = ("MXC500", "CoreX Gen2")
"""Architectures of the MetaX and Iluvatar cards that have rows."""


def training_family(card: Card) -> TrainingFamily:
    """Efficiency and band of a card. ValueError for a card without facts."""
    facts = card.facts
    if facts is None:
        raise ValueError(f"{card.id}: no facts")
    family = facts.performance_family
    if family == "hopper" and 0 < facts.scale_up_bytes_per_s <= CUT_LINK_BYTES_PER_S:
        return H800
    if family == "gaudi":
        return GAUDI2 if card.architecture == "Gaudi 2" else GAUDI3
    if family == "cdna2":
        return MI250
    if family in _FITTED:
        return _FITTED[family]
    if card.ecosystem == "cann":
        return ASCEND_910B if facts.devices == 1 else ASCEND_910C
    if card.architecture.startswith(_MEASURED_DOMESTIC):
        return METAX_ILUVATAR
    return NO_DATA_DOMESTIC if card.domestic else NO_DATA


def has_rows(family: TrainingFamily) -> bool:
    """Whether any measured training row stands behind the family."""
    return family not in (NO_DATA, NO_DATA_DOMESTIC, GAUDI3)


def training_band(family: TrainingFamily, model: LanguageModel, method: Method, *, finetune: bool) -> Band:
    """Band of a job: of those that apply to card, model and method the one that promises least."""
    bands = [family.band]
    if model.is_moe:
        bands.append(ANY_MOE)
    if finetune and method == "full":
        bands.append(FULL_FINETUNE)
    return min(bands, key=lambda band: (band.p10, band.p50))


def reference_flops(card: Card, facts: CardFacts, precision: str) -> float:
    """F of one device, FLOP/s: the 16-bit dense peak that η is a share of (FP8 speeds up apart from it).

    Ascend: the peak of the measured rows, or the bin's own (the larger of BF16 and FP16) where that is lower.
    """
    sixteen = (facts.fp16_flops if precision == "fp16" else facts.bf16_flops) or 0
    if card.ecosystem == "cann":
        sixteen = max(facts.bf16_flops or 0, facts.fp16_flops or 0)
        return min(ASCEND_REFERENCE_FLOPS, sixteen / facts.devices)
    return sixteen / facts.devices
