"""Which engine class a published measurement belongs to, and whether it measures a plain serving run.

Classes and their row counts: docs/throughput.md §3; rows of other questions: §4 there.
"""

import re
from collections.abc import Mapping

from optimizer.inputs.catalog import Ecosystem

Row = Mapping[str, str]
"""Text of the columns of the measurement files."""

_OTHER_QUESTIONS = (
    ("speculation", r"(?<!no )(?<!without )(\bMTP\b|\bEAGLE|(?i:speculati))"),
    ("prefill/decode disaggregation", r"PD-DISAGG|(?i:\bdisaggregated)"),
    ("prefix cache", r"PREFIX CACHE"),
    ("load-limited", r"load-limited"),
    ("unrepresentative by its own note", r"unrepresentative"),
    ("decode only", r"DECODE ONLY"),
)
"""Notes of rows that answer another question than a plain run does."""
_UNSETTLED = "Intel Max 1550"
"""Two campaigns on this card differ tenfold at the same setting (docs/throughput.md §4)."""
_BY_PREFIX = (
    ("tensorrt", "tensorrt_llm"),
    ("trt", "tensorrt_llm"),
    ("cuda", "tensorrt_llm"),
    ("sglang (dtk)", "young"),
    ("sglang-ascend", "ascend_graph"),
    ("sglang", "sglang"),
    ("llama.cpp", "llama_cpp"),
    ("llama-cpp", "llama_cpp"),
    ("deepspeed/optimum", "gaudi"),
    ("optimum", "gaudi"),
    ("intel gaudi", "gaudi"),
    ("mango llmboost", "vllm"),
    ("chitu", "chitu"),
)
_ASCEND = ("vllm-ascend", "vllm-hust", "sglang-ascend", "mindie", "cann recipes")
_GRAPH_MODE_SINCE = "2025-09"
_MATURE = ("vllm", "vllm_2024", "sglang", "tensorrt_llm")
_HOME_OF_MATURE = ("cuda", "rocm")


def other_question(row: Row) -> str | None:
    """What a row measures instead of a plain serving run; None where it is one."""
    if row["accelerator"] == _UNSETTLED:
        return "measurements of this card contradict each other"
    if re.search(r"->", row["weight_precision"]):
        return "weights converted on the fly"
    return other_words(row["notes"])


def other_words(notes: str) -> str | None:
    """The other question that notes name."""
    return next((name for name, words in _OTHER_QUESTIONS if re.search(words, notes)), None)


def is_comparable(row: Row) -> bool:
    """Whether a row measures what the throughput model predicts."""
    return other_question(row) is None


def engine_class(row: Row, ecosystem: str | None = None) -> str:
    """Engine class of a measured row; `ecosystem` is that of the card, where it is known.

    Current Ascend stacks in graph mode are a class of their own; before that, in eager mode, and on all other Chinese
    stacks it is `young`. A mature engine's name on a stack it does not come from is a port.
    """
    engine = row["engine"].lower()
    if engine.startswith(_ASCEND):
        return _ascend(row)
    if not engine:
        return _on_stack(row, "tensorrt_llm", ecosystem or "cuda")
    if engine == "vllm" or re.match(r"vllm[ -]?v?[0-9]", engine):
        named = _vllm(row)
    else:
        named = next((name for prefix, name in _BY_PREFIX if engine.startswith(prefix)), "young")
    return named if named not in _MATURE or ecosystem is None else _on_stack(row, named, ecosystem)


def _on_stack(row: Row, mature: str, ecosystem: str) -> str:
    """What a mature engine is on a stack: itself, the stack's own build, or a port."""
    if ecosystem in _HOME_OF_MATURE:
        return mature
    return _ascend(row) if ecosystem == "cann" else "gaudi" if ecosystem == "gaudi" else "young"


def _ascend(row: Row) -> str:
    """vLLM-Ascend runs at graph-mode speed from 0.12, the others from autumn 2025, unless told to run eagerly."""
    if "eager mode" in row["notes"]:
        return "young"
    version = re.search(r"(?<![0-9.])0\.([0-9]+)\.", f"{row['engine_version']}.")
    if version and row["engine"].lower().startswith("vllm-ascend"):
        return "ascend_graph" if int(version[1]) >= 12 else "young"
    return "ascend_graph" if row["date"] >= _GRAPH_MODE_SINCE or not row["date"] else "young"


def known_engine(label: str, ecosystem: Ecosystem) -> str | None:
    """The engine of a stack that a label begins with (`vLLM 0.11.0`, `TensorRT 10.8`); None: none of them."""
    plain = _plain(label)
    if plain.startswith("tensorrt"):
        plain = "tensorrtllm"
    known = sorted(ecosystem.engines, key=len, reverse=True)
    return next((name for name in known if plain.startswith(_plain(name))), None)


def run_engine_class(cells: Mapping[str, str], ecosystem: Ecosystem) -> str:
    """Engine class of a user's run: mature engines by name and version where the fit saw them, else the stack's own.

    On Ascend early versions and runs whose notes say eager mode are `young`, as in the published rows.
    """
    name = _plain(known_engine(cells["engine"], ecosystem) or "")
    if name == "llamacpp":
        return "llama_cpp"
    if ecosystem.id in ("cuda", "rocm"):
        if name == "vllm":
            return _vllm({each: cells.get(each, "") for each in ("engine", "engine_version", "date")})
        return {"sglang": "sglang", "tensorrtllm": "tensorrt_llm"}.get(name, ecosystem.engine_class)
    if ecosystem.engine_class == "ascend_graph":
        return _ascend({each: cells.get(each, "") for each in ("engine", "engine_version", "date", "notes")})
    return ecosystem.engine_class


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _vllm(row: Row) -> str:
    """Class by version: vLLM from 0.7 (January 2025) is another engine than before; without one, by date."""
    version = re.search(r"(?<![0-9.])0\.([0-9]+)\.", f"{row['engine']} {row['engine_version']}.")
    if version:
        return "vllm" if int(version[1]) >= 7 else "vllm_2024"
    return "vllm_2024" if "" < row["date"] < "2025" else "vllm"
