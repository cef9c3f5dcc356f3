"""Engine classes: what a serving engine costs per layer and per sequence.

τ_layer: launch and synchronisation per layer; τ_seq: work per sequence and step; cap: sequences per attention rank.
Source: docs/throughput.md §3 (fitted; caps are recall) and §7 (`ascend_graph`: refit on graph-mode Ascend rows).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

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


ENGINES = {
    e.id: e
    for e in (
        Engine("tensorrt_llm", 101e-6, 5e-6, 2048, reserves_full_length=True),
        Engine("vllm", 105e-6, 14e-6, 256),
        Engine("vllm_2024", 156e-6, 76e-6, 256),
        Engine("sglang", 144e-6, 123e-6, 1024),
        Engine("llama_cpp", 198e-6, 5e-6, 512, compute_factor=0.95),
        Engine("gaudi", 54e-6, 7e-6, 256),
        Engine("ascend_graph", 310e-6, 210e-6, 1024),
        Engine("young", 381e-6, 495e-6, 1024),
    )
}
"""By class id. Gaudi software is a vLLM build: vLLM's cap."""
ROCM_TAU_LAYER_FACTOR = 1.74

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


def layer_seconds(engine: Engine, ecosystem_id: str) -> float:
    """τ_layer on a stack, s; ROCm launches take 1.74 times as long."""
    return engine.tau_layer_s * (ROCM_TAU_LAYER_FACTOR if ecosystem_id == "rocm" else 1.0)
