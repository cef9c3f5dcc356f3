"""Engine classes: what a serving engine costs per layer and per sequence.

τ_layer: launch and synchronisation per layer; τ_seq: work per sequence and step; cap: sequences per attention rank.
Source: docs/throughput.md §3 (fitted; caps are recall) and §7 (`ascend_graph`: refit on graph-mode Ascend rows).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.fitted import FITTED, Parameters

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Ecosystem


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine class."""

    id: str
    tau_layer_s: float
    tau_seq_s: float
    sequence_cap: int
    compute_factor: float = 1.0
    """Multiplies η_c."""
    reserves_full_length: bool = False
    """Holds prompt + whole answer in memory, and takes its memory share after the weights."""


ENGINE_CAPS = {
    "tensorrt_llm": 2048, "vllm": 256, "vllm_2024": 256, "sglang": 1024, "llama_cpp": 512, "gaudi": 256,
    "ascend_graph": 1024, "young": 1024, "chitu": 1024, "early_mla": 1024,
}  # fmt: skip
"""Sequences per attention rank, by class. Gaudi software is a vLLM build: vLLM's cap."""


def engine_of(class_id: str, fitted: Parameters = FITTED) -> Engine:
    """An engine class with its fitted numbers."""
    return Engine(
        class_id,
        fitted[f"tau_layer.{class_id}"],
        fitted[f"tau_seq.{class_id}"],
        ENGINE_CAPS[class_id],
        compute_factor=fitted.get(f"{class_id}_eta_c", 1.0),
        reserves_full_length=class_id == "tensorrt_llm",
    )


ENGINES = {class_id: engine_of(class_id) for class_id in ENGINE_CAPS}
"""By class id."""

_MATURE = {
    "vllm": "vllm",
    "vllm2024": "vllm_2024",
    "sglang": "sglang",
    "tensorrtllm": "tensorrt_llm",
}
"""Engines that the fit tells apart, where they run on the stacks it saw them on (cuda, rocm)."""
_MATURE_ECOSYSTEMS = ("cuda", "rocm")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def serves_engine(ecosystem: Ecosystem, name: str) -> bool:
    """Whether the stack lists this engine; spelling (`TensorRT-LLM`, `tensorrt_llm`) does not matter."""
    return _plain(name) in {_plain(known) for known in ecosystem.engines}


def class_of(ecosystem: Ecosystem, name: str | None) -> str:
    """Class of an engine on a stack; `None` = the stack's default.

    A mature engine's name on another stack (vLLM on DTK) is a port: it gets that stack's own class.
    """
    if name is None:
        return ecosystem.engine_class
    plain = _plain(name)
    if plain == "llamacpp":
        return "llama_cpp"
    if ecosystem.id in _MATURE_ECOSYSTEMS:
        return _MATURE.get(plain, ecosystem.engine_class)
    return ecosystem.engine_class


def layer_seconds(engine: Engine, ecosystem_id: str, fitted: Parameters = FITTED) -> float:
    """τ_layer on a stack, s; ROCm launches take longer."""
    return engine.tau_layer_s * (fitted["rocm_tau_layer"] if ecosystem_id == "rocm" else 1.0)
