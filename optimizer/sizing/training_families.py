"""Card families in training: share of the peak they reach, the peak it refers to, and the band.

Source: docs/training.md §4 (efficiencies), §6 (bands).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from optimizer.sizing.option import Band
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_fitted_bands import TRAINING_FITTED_BANDS

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts
    from optimizer.sizing.training_fitted import Parameters
    from optimizer.sizing.training_work import Method

ASCEND_REFERENCE_FLOPS = 313e12
"""F of the Ascend rows, per die, FLOP/s: their sources use it and do not state the bin, so η · F is what is known."""
CUT_LINK_BYTES_PER_S = 400e9
"""Hopper cards whose scale-up link is cut to this sum (H800) have a band of their own."""
NO_DATA_EFFICIENCY = {"no_data": 0.54, "no_data_domestic": 0.41}
"""η of cards without training rows: the mean of the international families, and what the measured domestic cards
outside Ascend reach."""
_MEASURED_DOMESTIC = ("MXC500", "CoreX Gen2")
"""Architectures of the MetaX and Iluvatar cards that have rows."""
_FEW = "docs/training.md §6, few rows or none: "
_ASSUMED: dict[str, Band] = {
    "h800": Band(p10=0.50, p50=0.80, p90=1.15, source=f"{_FEW}H800"),
    "gaudi": Band(p10=0.75, p50=1.05, p90=1.20, source=f"{_FEW}Gaudi 2"),
    "cdna3": Band(p10=0.65, p50=0.95, p90=1.30, source=f"{_FEW}MI300X to MI355X"),
    "cdna2": Band(p10=0.65, p50=1.05, p90=1.40, source=f"{_FEW}international card without data"),
    "gaudi3": Band(p10=0.65, p50=1.05, p90=1.40, source=f"{_FEW}international card without data"),
    "no_data": Band(p10=0.65, p50=1.05, p90=1.40, source=f"{_FEW}international card without data"),
    "ascend_910c": Band(p10=0.55, p50=0.95, p90=1.30, source=f"{_FEW}Ascend 910C"),
    "metax": Band(p10=0.45, p50=1.05, p90=1.50, source=f"{_FEW}MetaX C500 and Iluvatar BI-V150"),
    "no_data_domestic": Band(p10=0.35, p50=0.85, p90=1.20, source=f"{_FEW}domestic card without data"),
}
TRAINING_BANDS: dict[str, Band] = _ASSUMED | {
    key: Band(p10=p10, p50=p50, p90=p90, source=f"docs/training.md §6, {key}")
    for key, (p10, p50, p90) in TRAINING_FITTED_BANDS.items()
}


def efficiency_name(card: Card) -> str:
    """Name of a card's η. ValueError for a card without facts."""
    if card.facts is None:
        raise ValueError(f"{card.id}: no facts")
    family = card.facts.performance_family
    if family == "domestic" or card.domestic:
        if card.ecosystem == "cann":
            return "ascend"
        return "metax" if card.architecture.startswith(_MEASURED_DOMESTIC) else "no_data_domestic"
    return family


def efficiency(name: str, fitted: Parameters = TRAINING_FITTED) -> float:
    """η by its name."""
    return NO_DATA_EFFICIENCY[name] if name in NO_DATA_EFFICIENCY else fitted[f"eta.{name}"]


def card_band_key(card: Card) -> str:
    """The rows, or the judgement, that a card's band comes from."""
    name, facts = efficiency_name(card), card.facts
    assert facts is not None
    if name == "hopper" and 0 < facts.scale_up_bytes_per_s <= CUT_LINK_BYTES_PER_S:
        return "h800"
    if name == "ascend" and facts.devices > 1:
        return "ascend_910c"
    return "gaudi3" if name == "gaudi" and card.architecture != "Gaudi 2" else name


def has_rows(card: Card) -> bool:
    """Whether any measured training row stands behind the card's family."""
    return card_band_key(card) not in ("no_data", "no_data_domestic", "gaudi3")


def training_band(card: Card, method: Method, *, is_moe: bool, finetune: bool) -> Band:
    """Band of a job: of those that apply to card, model and method the one that promises least."""
    keys = [card_band_key(card)]
    if is_moe:
        keys.append("moe")
    if finetune and method == "full":
        keys.append("full_finetune")
    return min((TRAINING_BANDS[key] for key in keys), key=lambda band: (band.p10, band.p50))


def reference_flops(card: Card, facts: CardFacts, precision: str) -> float:
    """F of one device, FLOP/s: the 16-bit dense peak that η is a share of (FP8 speeds up apart from it).

    Ascend: the peak of the measured rows, or the bin's own (the larger of BF16 and FP16) where that is lower.
    """
    sixteen = (facts.fp16_flops if precision == "fp16" else facts.bf16_flops) or 0
    if card.ecosystem == "cann":
        sixteen = max(facts.bf16_flops or 0, facts.fp16_flops or 0)
        return min(ASCEND_REFERENCE_FLOPS, sixteen / facts.devices)
    return sixteen / facts.devices
