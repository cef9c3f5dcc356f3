"""Published measurements as cases that the throughput model can predict (reading rules: docs/throughput.md §1, §4)."""

import csv
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimizer.inputs.catalog import Card, CardFacts, LanguageModel
from optimizer.inputs.engine_label import engine_class, is_comparable
from optimizer.inputs.shipped import shipped_entries, shipped_files

HERE = Path(__file__).parent
Row = dict[str, str]


@dataclass(frozen=True)
class MeasuredCard:
    """A card as measured: catalog facts and the link of the measured system."""

    card: Card
    scale_up_link: str
    scale_up_domain_cards: int


@dataclass(frozen=True)
class Case:
    """One measured row, lengths in tokens, value in the row's own unit."""

    id: str
    publisher: str
    """Repository or site: what one source is."""
    card: MeasuredCard
    model: LanguageModel
    precision: str
    weight_only: bool
    """GPTQ 8-bit: unpacked to 16 bit."""
    cache_bytes: float
    engine_class: str
    devices: int
    tensor: int | None
    """None = layout not stated."""
    group: int
    pipeline: int
    input_tokens: float
    output_tokens: float
    in_flight: float
    """Requests the workload offers; inf = unlimited."""
    metric: str
    pure_decode: bool
    scenario: str
    value: float


def read_csv(path: Path) -> list[Row]:
    """Rows of a CSV file with a header."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _fields(row: Row, names: tuple[str, ...], convert: Callable[[str], Any] = int) -> dict[str, Any]:
    return {name: convert(row[name]) for name in names if row[name]}


def measured_cards() -> dict[str, MeasuredCard]:
    """By the label the measurements use."""
    cards = {}
    for row in read_csv(HERE / "measured_cards.csv"):
        numbers = (
            "devices", "memory_bytes", "memory_bandwidth_bytes_per_s", "bf16_flops", "fp16_flops", "fp8_flops",
            "fp4_flops", "int8_ops", "scale_up_bytes_per_s", "host_link_bytes_per_s",
        )  # fmt: skip
        facts = CardFacts.model_validate(
            {"performance_family": row["performance_family"], "tdp_w": 1, **_fields(row, numbers)}
        )
        card = Card.model_validate(
            {
                "id": re.sub(r"[^a-z0-9]+", "-", row["accelerator"].lower()).strip("-"),
                "ecosystem": row["ecosystem"],
                "domestic": row["performance_family"] == "domestic",
                "market_class": row["market_class"],
                "facts": facts,
            }
        )
        cards[row["accelerator"]] = MeasuredCard(card, row["scale_up_link"], int(row["scale_up_domain_cards"]))
    return cards


def shipped_models() -> dict[str, LanguageModel]:
    """Models of the shipped catalog by id; the measurements use the same names."""
    entries = shipped_entries(shipped_files())["models"]
    return {model_id: LanguageModel.model_validate(entry) for model_id, entry in entries.items()}


def _publisher(source: str) -> str:
    if source.startswith("http"):
        return source.split("/")[2]
    return source.split(":")[0]


def _cache_bytes(row: Row, precision: str, engine_class: str) -> float:
    if row["kv_precision"]:
        return 1.0 if "8" in row["kv_precision"] else 2.0
    assumed_fp8 = precision == "nvfp4" or (precision == "fp8" and engine_class == "tensorrt_llm")
    return 1.0 if assumed_fp8 or row["id"].startswith("mlperf") else 2.0


def case_of(row: Row, cards: dict[str, MeasuredCard], models: dict[str, LanguageModel], *, domestic: bool) -> Case:
    """A measured row as a case."""
    card = cards[row["accelerator"]]
    facts = card.card.facts
    assert facts is not None
    engine = engine_class(row, domestic_file=domestic)
    raw = row["weight_precision"]
    precision = "w8a8" if raw.startswith("int8") else raw.split(" ")[0]
    devices = int(row["accelerators"]) * facts.devices
    tensor = int(float(row["tensor_parallel"])) if row["tensor_parallel"] else None
    experts = int(float(row["expert_parallel"] or 1))
    pipeline = int(float(row["pipeline_parallel"] or 1))
    if engine == "llama_cpp":
        tensor, pipeline = 1, devices
    shortened = 0.9 if "80-100%" in row["notes"] else 1.0
    concurrency = float(row["concurrency_or_batch"] or math.inf)
    return Case(
        id=row["id"], publisher=_publisher(row["source"]), card=card, model=models[row["model"]], precision=precision,
        weight_only=raw.startswith("int8") and "w8a8" not in raw and facts.performance_family != "domestic",
        cache_bytes=_cache_bytes(row, precision, engine), engine_class=engine, devices=devices, tensor=tensor,
        group=max(tensor or 1, experts), pipeline=pipeline, input_tokens=float(row["input_tokens"]) * shortened,
        output_tokens=float(row["output_tokens"]), in_flight=concurrency, metric=row["metric"],
        pure_decode="1/TPOT" in row["notes"] or "empty context" in row["notes"], scenario=row["scenario"],
        value=float(row["value"]),
    )  # fmt: skip


def cases(path: Path, *, domestic: bool) -> list[Case]:
    """All comparable rows of a measurement file; `domestic` = the file of Chinese cards."""
    cards, models = measured_cards(), shipped_models()
    return [case_of(row, cards, models, domestic=domestic) for row in read_csv(path) if is_comparable(row)]
