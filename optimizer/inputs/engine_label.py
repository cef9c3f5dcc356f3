"""Which engine class a published measurement belongs to.

The same sets as the fit in docs/throughput.md: TensorRT-LLM 741 rows, vLLM 2025 and later 355, vLLM 2023–2024 377,
SGLang 219, llama.cpp 224, Gaudi software 135, young stacks 52 of the first file; §7 there for the Chinese cards' file.
"""

import re
from collections.abc import Mapping

from optimizer.inputs.catalog import Ecosystem

_LEFT_OUT_IDS = frozenset({"cloudrift-0010", *(f"gpustack-{number:04d}" for number in range(58, 66))})
"""No line in the model table; figures that repeat another card's digit for digit (docs/throughput.md)."""
OTHER_QUESTIONS = re.compile(
    r"MTP|EAGLE3|(?<!no )speculation|PD-DISAGGREGATED|PREFIX CACHE|load-limited|unrepresentative|DECODE ONLY"
)
"""Notes of rows that answer another question than a plain run does (§7)."""
_BY_PREFIX = (
    ("TensorRT", "tensorrt_llm"),
    ("CUDA", "tensorrt_llm"),
    ("SGLang (DTK)", "young"),
    ("SGLang-Ascend", "ascend_graph"),
    ("SGLang", "sglang"),
    ("llama.cpp", "llama_cpp"),
    ("DeepSpeed/Optimum", "gaudi"),
    ("Intel Gaudi", "gaudi"),
    ("Mango LLMBoost", "vllm"),
)
_GRAPH_MODE_STACKS = ("vLLM-Ascend", "vLLM-HUST", "SGLang-Ascend", "MindIE", "CANN recipes")
_GRAPH_MODE_SINCE = "2025-09"


def is_comparable(row: dict[str, str]) -> bool:
    """Whether a row measures what the throughput model predicts; `row` holds the columns of the measurement files."""
    return not (
        row["id"] in _LEFT_OUT_IDS
        or row["accelerator"] == "Intel Max 1550"
        or "->" in row["weight_precision"]
        or OTHER_QUESTIONS.search(row["notes"])
    )


def engine_class(row: dict[str, str], *, domestic_file: bool) -> str:
    """Engine class of a measured row.

    In the file of Chinese cards current Ascend stacks in graph mode are a class of their own; before that, in eager
    mode, and on all other Chinese stacks it is `young`.
    """
    engine = row["engine"]
    if domestic_file and engine.startswith(_GRAPH_MODE_STACKS):
        in_graph_mode = row["date"] >= _GRAPH_MODE_SINCE and "eager mode" not in row["notes"]
        return "ascend_graph" if in_graph_mode else "young"
    if engine in ("", "vLLM") or re.match(r"vLLM v?[0-9]", engine):
        return _vllm(row) if engine else "tensorrt_llm"
    return next((name for prefix, name in _BY_PREFIX if engine.startswith(prefix)), "young")


def known_engine(label: str, ecosystem: Ecosystem) -> str | None:
    """The engine of a stack that a label begins with (`vLLM 0.11.0`, `TensorRT 10.8`); None: none of them."""
    plain = _plain(label)
    if plain.startswith("tensorrt"):
        plain = "tensorrtllm"
    known = sorted(ecosystem.engines, key=len, reverse=True)
    return next((name for name in known if plain.startswith(_plain(name))), None)


def run_engine_class(cells: Mapping[str, str], ecosystem: Ecosystem) -> str:
    """Engine class of a user's run: mature engines by name and version where the fit saw them, else the stack's own.

    On Ascend a run before September 2025, or one whose notes say eager mode, is `young` as in the published rows.
    """
    name = _plain(known_engine(cells["engine"], ecosystem) or "")
    if name == "llamacpp":
        return "llama_cpp"
    if ecosystem.id in ("cuda", "rocm"):
        if name == "vllm":
            return _vllm({each: cells.get(each, "") for each in ("engine", "engine_version", "date")})
        return {"sglang": "sglang", "tensorrtllm": "tensorrt_llm"}.get(name, ecosystem.engine_class)
    if ecosystem.engine_class == "ascend_graph":
        in_graph_mode = cells["date"] >= _GRAPH_MODE_SINCE and "eager mode" not in cells.get("notes", "")
        return "ascend_graph" if in_graph_mode else "young"
    return ecosystem.engine_class


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _vllm(row: dict[str, str]) -> str:
    """Class by version: vLLM from 0.7 (January 2025) is another engine than before; without one, by date."""
    version = re.search(r"(?<![0-9.])0\.([0-9]+)\.", f"{row['engine']} {row['engine_version']}.")
    if version:
        return "vllm" if int(version[1]) >= 7 else "vllm_2024"
    return "vllm" if row["date"] >= "2025" else "vllm_2024"
