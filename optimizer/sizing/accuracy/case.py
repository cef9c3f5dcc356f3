"""A published row as a case that the model can predict, or the reason why it cannot (docs/throughput.md §1, §4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.inputs.engine_label import engine_class, other_question
from optimizer.inputs.published.words import (
    cache_bytes,
    degree,
    in_flight,
    is_weight_only,
    metric_of,
    number,
    scenario_of,
    weight_format,
)
from optimizer.sizing.memory import weight_bytes
from optimizer.sizing.precision import BYTES_PER_WEIGHT, checkpoint_format
from optimizer.sizing.shape import ModelShape, shape_of

if TYPE_CHECKING:
    from optimizer.inputs.catalog import CardFacts, LanguageModel
    from optimizer.inputs.published.models import Models
    from optimizer.inputs.published.rows import PublishedRow
    from optimizer.inputs.published.systems import MeasuredSystem, Systems

LENGTHS_DRAWN_AT_80_TO_100_PCT = 0.9
"""Mean of the drawn prompt lengths over the nominal one."""
UNKNOWN_LAYOUT_WEIGHT_SHARE = 0.65
EARLY_MLA_SINCE, EARLY_MLA_UNTIL = "2025-01", "2025-06"
MATURE = ("tensorrt_llm", "vllm", "sglang")


class Unpredictable(Exception):
    """Why a row has no prediction."""


@dataclass(frozen=True)
class Case:
    """One measured row, lengths in tokens, value in the row's own unit. Degrees count devices (dies)."""

    id: str
    system: MeasuredSystem
    model: LanguageModel
    shape: ModelShape
    precision: str
    weight_only: bool
    """8-bit weights that are unpacked to 16 bit."""
    cache_bytes: float
    engine_class: str
    devices: int
    tensor: int
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


class Cases:
    """Reads rows as cases."""

    def __init__(self, systems: Systems, models: Models) -> None:
        self._systems, self._models = systems, models

    def of(self, row: PublishedRow) -> Case:
        """Raises Unpredictable with the reason."""
        cells = row.cells
        if question := other_question(cells):
            raise Unpredictable(question)
        system, model = self._systems.find(cells["accelerator"]), self._models.find(cells["model"])
        if system is None:
            raise Unpredictable("label without card id: " + (cells["accelerator"] or "blank"))
        if model is None:
            raise Unpredictable("unknown model: " + (cells["model"] or "blank"))
        facts = system.card.facts
        assert facts is not None
        metric = metric_of(cells["metric"])
        if metric is None:
            raise Unpredictable("unknown metric: " + (cells["metric"] or "blank"))
        engine = engine_of_case(cells, system.card.ecosystem, model)
        precision = precision_of(cells, model)
        shape = shape_of(model)
        cards = degree(cells["accelerators"]) or (degree(cells["tensor_parallel"]) or 1) * (
            degree(cells["pipeline_parallel"]) or 1
        )
        devices = cards * facts.devices
        degrees = (
            degree(cells["tensor_parallel"]),
            degree(cells["pipeline_parallel"]),
            degree(cells["expert_parallel"]),
        )
        tensor, group, pipeline = layout_of(engine, degrees, devices, facts, shape, precision)
        prompt, answer = _lengths(cells, metric)
        return Case(
            id=row.id, system=system, model=model, shape=shape, precision=precision,
            weight_only=is_weight_only(cells["weight_precision"]) and system.card.ecosystem != "cann",
            cache_bytes=_cache_bytes(cells, precision, engine), engine_class=engine, devices=devices, tensor=tensor,
            group=group, pipeline=pipeline, input_tokens=prompt, output_tokens=answer,
            in_flight=_offered(cells), metric=metric, pure_decode=is_pure_decode(cells),
            scenario=scenario_of(cells["scenario"]), value=_value(cells),
        )  # fmt: skip


def engine_of_case(cells: dict[str, str], ecosystem: str, model: LanguageModel) -> str:
    """The engine class, or `early_mla`: the first months of MLA models, on every engine of CUDA and ROCm."""
    named = engine_class(cells, ecosystem)
    early = EARLY_MLA_SINCE <= cells["date"] < EARLY_MLA_UNTIL
    return "early_mla" if early and model.attention == "MLA" and named in MATURE else named


def precision_of(cells: dict[str, str], model: LanguageModel) -> str:
    """The stated weight format; blank = the checkpoint's own. Raises Unpredictable."""
    text = cells["weight_precision"]
    named = weight_format(text) if text else checkpoint_format(model.native_precision)
    if named == "nvfp4" and "gpt-oss" in model.id.lower():
        named = "mxfp4"
    if named not in BYTES_PER_WEIGHT:
        raise Unpredictable(f"unknown weight precision: {text or model.native_precision}")
    return named


def is_pure_decode(cells: dict[str, str]) -> bool:
    """Whether the rate leaves prompt processing out and says so by its derivation."""
    return "1/TPOT" in cells["notes"] or "empty context" in cells["notes"]


def _value(cells: dict[str, str]) -> float:
    value = number(cells["value"])
    if value is None or not math.isfinite(value) or value <= 0:
        raise Unpredictable("value is not a positive number: " + (cells["value"] or "blank"))
    return value


def _offered(cells: dict[str, str]) -> float:
    if not cells["concurrency_or_batch"] and scenario_of(cells["scenario"]) == "single_stream":
        return 1.0
    offered = in_flight(cells["concurrency_or_batch"])
    if offered is None:
        raise Unpredictable(f"concurrency is no number: {cells['concurrency_or_batch']}")
    return offered


def _lengths(cells: dict[str, str], metric: str) -> tuple[float, float]:
    """Prompt and answer, tokens. A prefill rate needs no answer, a pure decode rate no prompt."""
    prompt, answer = number(cells["input_tokens"]), number(cells["output_tokens"])
    if prompt is None and is_pure_decode(cells):
        prompt = 0.0
    if answer is None and metric == "prefill_tok_s":
        answer = 1.0
    if prompt is None or answer is None:
        raise Unpredictable("lengths not stated")
    if metric == "prefill_tok_s" and prompt <= 0:
        raise Unpredictable("prefill without a prompt")
    if metric != "prefill_tok_s" and answer <= 0:
        raise Unpredictable("no output tokens")
    shortened = LENGTHS_DRAWN_AT_80_TO_100_PCT if "80-100%" in cells["notes"] else 1.0
    return prompt * shortened, answer


def _cache_bytes(cells: dict[str, str], precision: str, engine: str) -> float:
    """As stated; blank: what engine and weights make of it, and 8 bit in MLPerf runs."""
    stated = cache_bytes(cells["kv_precision"]) if cells["kv_precision"] else None
    if stated is not None:
        return stated
    return 1.0 if "mlperf" in (cells["id"] + cells["notes"]).lower() else assumed_cache_bytes(precision, engine)


def assumed_cache_bytes(precision: str, engine: str) -> float:
    """Where nothing is stated: 8 bit with NVFP4 weights and with FP8 under TensorRT-LLM, else 16 bit."""
    return 1.0 if precision == "nvfp4" or (precision == "fp8" and engine == "tensorrt_llm") else 2.0


def layout_of(
    engine: str,
    degrees: tuple[int | None, int | None, int | None],
    devices: int,
    facts: CardFacts,
    shape: ModelShape,
    precision: str,
) -> tuple[int, int, int]:
    """(tensor, group, pipeline) in devices, from the stated (tensor, pipeline, expert) degrees.

    Files count cards, so a card of two dies doubles a degree.
    """
    if engine == "llama_cpp":
        return 1, 1, devices
    stated, pipeline, expert = degrees
    dies = facts.devices
    experts = (expert or 1) * dies
    if stated is None:
        tensor = smallest_tensor(shape, precision, devices, facts.memory_bytes / dies)
    else:
        tensor = stated if stated == 1 < experts // dies else stated * dies
    tensor = min(tensor, devices)
    group = min(max(tensor, experts), devices) if shape.is_moe else tensor
    return tensor, max(tensor, group), min(pipeline or 1, devices)


def smallest_tensor(shape: ModelShape, precision: str, devices: int, device_memory_bytes: float) -> int:
    """The smallest power of two whose weights take at most 65 % of memory: the layout of a row that states none."""
    tensor = 1
    while tensor < devices:
        held = weight_bytes(shape, BYTES_PER_WEIGHT[precision], tensor=tensor, group=tensor)
        if held <= UNKNOWN_LAYOUT_WEIGHT_SHARE * device_memory_bytes:
            break
        tensor *= 2
    return tensor
