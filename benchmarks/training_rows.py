"""Published training measurements as cases that the short form can predict (reading rules: docs/training.md §5)."""

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from optimizer.inputs.catalog import Card
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.sizing.training_families import MI250, TrainingFamily, reference_flops, training_family
from optimizer.sizing.training_time import SPEED_UP_FP4, SPEED_UP_FP8, UNKNOWN_RECOMPUTE, Method, Work

HERE = Path(__file__).parent
MEASUREMENTS = HERE.parent / "catalogs" / "measurements"
Row = dict[str, str]
STAND_INS = {
    "NVIDIA H100 96GB HBM2e 500W (Meta Grand Teton)": ("h100-sxm", 0.89),
    "Huawei Ascend 910B (training server, 8 NPU)": ("ascend_910b3", 1.0),
    "Huawei Ascend 910B (Atlas 800T A2)": ("ascend_910b3", 1.0),
    "Huawei Ascend 910B (Atlas 900 A2 PoDc)": ("ascend_910b3", 1.0),
    "Huawei Ascend 910B NPU": ("ascend_910b3", 1.0),
    "MetaX C500 64GB": ("metax_c500_oam", 1.0),
    "NVIDIA A100-class (Ampere)": ("a100-80-sxm", 1.0),
}
"""Labels that name no catalog card → card whose facts stand for it, and a factor on its peak."""
MI250X_DIE_FLOPS = 191.5e12
"""As the rows state it; the catalog has no MI250X."""
UNSTATED_SEQUENCE, UNSTATED_DEVICES = 2048, 8
EIGHT_BIT, FOUR_BIT = ("fp8", "mxfp8"), ("nvfp4", "fp8+nvfp4")
METHODS: dict[str, Method] = {"pretrain": "full", "full_finetune": "full", "lora": "lora", "qlora": "qlora"}
RECOMPUTED = {"full": 1.0, "on": 1.0, "none": 0.0, "selective": 0.0}
HFU = 8 / 6
"""Sources that count recomputed FLOPs report that much more."""


@dataclass(frozen=True)
class Geometry:
    """What the short form and the memory formula need of a model beside its parameter counts."""

    layers: int
    hidden: int
    width: float
    """Attention width × share of layers that read the whole context."""
    vocabulary: int


@dataclass(frozen=True)
class TrainingCase:
    """One measured row."""

    row: Row
    notes: dict[str, str]
    geometry: Geometry
    work: Work
    """With the family's efficiency inside."""
    peak_flops: float
    """16-bit, of one device, FLOP/s."""
    memory_bytes: float
    family: str
    devices: int
    sequence: int
    recomputed: float
    """ρ as the row states it, or the value for rows that do not."""
    value: float

    @property
    def params(self) -> float:
        return float(self.row["total_params_b"]) * 1e9


def read_csv(path: Path) -> list[Row]:
    """Rows of a CSV file with a header."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def geometries() -> dict[str, Geometry]:
    """By the name the measurements use."""
    return {
        row["model"]: Geometry(
            layers=int(row["layers"]),
            hidden=int(row["hidden_size"]),
            width=int(row["attention_width"]) * float(row["attention_share"]),
            vocabulary=int(row["vocab_size"]),
        )
        for row in read_csv(HERE / "training_models.csv")
    }


def is_comparable(row: Row) -> bool:
    """Whether the row measures training of known work on an orderable card.

    Left out: TPUs, offload to SSD, figures from recall, reinforcement learning, and rows without parameter count or
    (for card-hours) tokens.
    """
    return not (
        row["accelerator"].startswith("Google TPU")
        or "SSD offload" in row["framework"]
        or row["source"].startswith("recall")
        or "RL post-training" in row["model"]
        or not row["total_params_b"]
        or (row["metric"] in ("total_card_hours", "days") and not row["tokens_trained"])
    )


def notes_of(row: Row) -> dict[str, str]:
    """The `key=value; …` of the notes column."""
    pairs = (part.split("=", 1) for part in row["notes"].split(";") if "=" in part)
    return {key.strip(): value.strip() for key, value in pairs}


def cases() -> list[TrainingCase]:
    """All comparable rows."""
    cards = {key: Card.model_validate(entry) for key, entry in shipped_entries(shipped_files())["cards"].items()}
    names = {
        row["accelerator"]: row["accelerator_id"] for row in read_csv(MEASUREMENTS / "training_accelerator_names.csv")
    }
    shapes = geometries()
    rows = (row for row in read_csv(MEASUREMENTS / "training.csv") if is_comparable(row))
    return [_case(row, *_card(row["accelerator"], names, cards), shapes[row["model"]]) for row in rows]


def _card(label: str, names: dict[str, str], cards: dict[str, Card]) -> tuple[Card, float]:
    card_id, factor = STAND_INS.get(label, (names[label], 1.0))
    return cards["mi300x" if card_id == "mi250x" else card_id], factor


def _case(row: Row, card: Card, factor: float, geometry: Geometry) -> TrainingCase:
    facts, notes = card.facts, notes_of(row)
    assert facts is not None
    family: TrainingFamily = training_family(card)
    name: str = facts.performance_family
    flops = reference_flops(card, facts, "fp16" if row["precision"].startswith("fp16") else "bf16") * factor
    if "MI250X" in row["accelerator"]:
        family, name, flops = MI250, "cdna2", MI250X_DIE_FLOPS
    sequence = int(row["sequence_length"] or UNSTATED_SEQUENCE)
    recompute = re.match(r"[a-z]*", notes.get("recompute", ""))
    return TrainingCase(
        row=row, notes=notes, geometry=geometry, family=_slice_name(card, name),
        work=Work(
            active_params=float(row["active_params_b"]) * 1e9,
            attention=geometry.layers * geometry.width * sequence,
            is_moe=row["active_params_b"] != row["total_params_b"],
            method=METHODS[row["task"]],
            speed_up=_speed_up(row["precision"], has_fp8=facts.fp8_flops is not None),
            flops=flops * family.efficiency,
        ),
        peak_flops=flops, memory_bytes=facts.memory_bytes / facts.devices,
        devices=int(row["accelerators"] or UNSTATED_DEVICES), sequence=sequence,
        recomputed=RECOMPUTED.get(recompute[0] if recompute else "", UNKNOWN_RECOMPUTE), value=float(row["value"]),
    )  # fmt: skip


def _slice_name(card: Card, family: str) -> str:
    named = {"cann": "Ascend", "maca": "MetaX, Iluvatar", "ixuca": "MetaX, Iluvatar"}
    return "H800" if card.id == "h800-sxm" else named.get(card.ecosystem, family)


def _speed_up(precision: str, *, has_fp8: bool) -> float:
    if not has_fp8:
        return 1.0
    return SPEED_UP_FP8 if precision in EIGHT_BIT else SPEED_UP_FP4 if precision in FOUR_BIT else 1.0
