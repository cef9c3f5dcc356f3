"""Which engine class a published measurement belongs to.

The same sets as the fit in docs/throughput.md: TensorRT-LLM 741 rows, vLLM 2025 and later 355, vLLM 2023–2024 377,
SGLang 219, llama.cpp 224, Gaudi software 135, young stacks 52 of the first file; §7 there for the Chinese cards' file.
"""

import re

_LEFT_OUT_IDS = frozenset({"cloudrift-0010", *(f"gpustack-{number:04d}" for number in range(58, 66))})
"""No line in the model table; figures that repeat another card's digit for digit (docs/throughput.md)."""
_OTHER_QUESTIONS = re.compile(
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
        or _OTHER_QUESTIONS.search(row["notes"])
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


def _vllm(row: dict[str, str]) -> str:
    """Class by version: vLLM from 0.7 (January 2025) is another engine than before; without one, by date."""
    version = re.search(r"(?<![0-9.])0\.([0-9]+)\.", f"{row['engine']} {row['engine_version']}.")
    if version:
        return "vllm" if int(version[1]) >= 7 else "vllm_2024"
    return "vllm" if row["date"] >= "2025" else "vllm_2024"
