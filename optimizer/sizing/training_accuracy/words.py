"""Spellings of tasks, precisions, metrics and software in tables of training runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimizer.sizing.training_work import Bits, Method, Software, States

_METHODS: tuple[tuple[str, Method], ...] = (
    (r"qlora|q-lora|4.?bit.?lora", "qlora"),
    (r"lora|adapter|peft", "lora"),
    (r"pre-?_?train|full|sft|fine-?_?tun|finetun|continu", "full"),
)
_BITS: tuple[tuple[str, Bits], ...] = (
    (r"nf4|gptq|bnb|awq|bitsandbytes", 16),
    (r"nvfp4|mxfp4|fp4", 4),
    (r"mxfp8|fp8|float8|e4m3|e5m2|hif8", 8),
    (r"bf16|bfloat|fp16|float16|half|tf32|16", 16),
)
_METRICS = {
    "tokens_s_per_card": (r"(tok|tokens|token)_s_per_(card|gpu|npu|device)|tgs|tok_s_(card|gpu)|tokens_s_(card|gpu)"),
    "tokens_s_total": r"(total_)?(tok|tokens|token)_s(_total)?|throughput_tokens_s|tps",
    "samples_s_per_card": r"(samples?|seqs?|sequences?)_s_per_(card|gpu|npu|device)",
    "samples_s_total": r"(total_)?(samples?|seqs?|sequences?)_s(_total)?",
    "tflops_per_card": r"(model_)?tflops?(_s)?(_per_(card|gpu|npu|device))?",
    "mfu": r"mfu(_ratio)?",
    "mfu_pct": r"mfu_(pct|percent)",
    "total_card_hours": r"(total_)?(card|gpu|npu|accelerator|device)_hours",
    "days": r"(total_|training_)?days",
    "hours": r"(total_|training_|wall_)?hours",
    "peak_memory_gb": r"(peak_)?(memory|mem)(_per_(card|gpu))?_gb|peak_memory(_gb)?(_per_card)?",
}
MEMORY = "peak_memory_gb"
TIMES = ("total_card_hours", "days", "hours")
_TUNED = re.compile(
    r"megatron|nemo(?!.*automodel)|mlperf|torchtitan|llm-?foundry|composer|internevo|modellink|mindspeed|maxtext|flagscale|"
    r"paddlenlp|hai-llm|megascale|meta internal|huawei|various",
    re.IGNORECASE,
)
_GENERIC_STATES = re.compile(r"deepspeed|\bhf\b|hugging|internevo|ms-swift|transformers", re.IGNORECASE)
_RECOMPUTED = {"full": 1.0, "on": 1.0, "all": 1.0, "yes": 1.0, "none": 0.0, "off": 0.0, "no": 0.0, "selective": 0.0}


def method_of(task: str) -> Method | None:
    """None for a task of another kind."""
    words = task.lower()
    return next((method for pattern, method in _METHODS if re.search(pattern, words)), None)


def bits_of(precision: str) -> Bits | None:
    """Arithmetic of the linear layers; a blank cell is 16 bit, as is a 4-bit base that is unpacked."""
    words = precision.lower()
    return 16 if not words else next((bits for pattern, bits in _BITS if re.search(pattern, words)), None)


def metric_of(text: str) -> str | None:
    """The schema's metric; None for another quantity."""
    word = re.sub(r"[^a-z0-9]+", "_", text.lower().replace("%", " pct").replace("second", "s").replace("sec", "s"))
    word = re.sub(r"per_s(?=_|$)", "s", word.strip("_"))
    return next((name for name, pattern in _METRICS.items() if word == name or re.fullmatch(pattern, word)), None)


def recomputed_of(text: str) -> float | None:
    """ρ of a stated recompute; None where it is not stated."""
    found = re.match(r"[a-z]*", text.strip().lower())
    return _RECOMPUTED.get(found[0]) if found else None


def software_of(framework: str, method: Method) -> Software:
    """Launch class; software that is not named is taken as tuned in full training, as generic with adapters."""
    if not framework.strip():
        return "tuned" if method == "full" else "generic"
    return "tuned" if _TUNED.search(framework) else "generic"


def states_of(framework: str, precision: str) -> States:
    """Class of the bytes of state per parameter."""
    if "true" in precision.lower():
        return "pure_16bit"
    return "generic" if _GENERIC_STATES.search(framework) and "megatron" not in framework.lower() else "tuned"


def notes_of(text: str) -> dict[str, str]:
    """The `key=value; …` of the notes column."""
    pairs = (part.split("=", 1) for part in text.split(";") if "=" in part)
    return {key.strip(): value.strip() for key, value in pairs}


def source_of(source: str) -> str:
    """Repository or site: what one source is."""
    text = source.strip()
    return "/".join(text.split("/")[2:5]).lower() if text.lower().startswith("http") else text or "not stated"


def tokens_of(text: str) -> float:
    """A count of tokens: `14.8e12`, `1.4T`, `300B`; 0 where none is stated."""
    found = re.fullmatch(
        r"([0-9][0-9,]*\.?[0-9]*(?:e[+-]?[0-9]+)?)\s*([mbt]?)(?:illion|rillion)?(?:\s*tokens)?", text.strip().lower()
    )
    if not found:
        return 0.0
    value = float(found[1].replace(",", "")) * {"": 1.0, "m": 1e6, "b": 1e9, "t": 1e12}[found[2]]
    return value if 0 < value < 1e18 else 0.0
