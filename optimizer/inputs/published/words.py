"""Spellings of numbers, weight formats, metrics and scenarios in published tables."""

import math
import re

_NUMBER = r"[0-9]+(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?"
_UNIT = r"((?:[km](?![a-z]))?)"
_QUANTITY = re.compile(
    rf"(?:[a-z]+\s*=?\s*|[~≈]\s*)?({_NUMBER})\s*{_UNIT}\s*(?:(?:-|–|—|~|to|\.\.)\s*({_NUMBER})\s*{_UNIT})?[a-z/%().\s]*",
    re.IGNORECASE,
)
"""A word or `~` before (`TP8`, `~500`), a unit after; a sign or anything else is no quantity."""
LARGEST = 1e12
_MULTIPLES = {"": 1, "k": 1024, "m": 1024**2}
"""Lengths are said in binary thousands: 32K = 32,768 tokens."""
UNLIMITED = ("inf", "infinite", "unlimited", "max", "maximum", "offline", "∞")


def number(text: str) -> float | None:
    """A number as tables print it: `1,024`, `32K`, `TP8`; of a range its middle.

    None where the text is no such number, or beyond 1e12.
    """
    found = _QUANTITY.fullmatch(text.strip())
    if not found:
        return None
    first, unit, last, last_unit = found.groups()
    unit, last_unit = unit.lower(), (last_unit or "").lower()
    low = float(first.replace(",", "")) * _MULTIPLES[unit or last_unit]
    value = low if last is None else (low + float(last.replace(",", "")) * _MULTIPLES[last_unit]) / 2
    return value if value <= LARGEST else None


def degree(text: str) -> int | None:
    """A parallel degree or a count, at least 1; None where none is stated."""
    value = number(text)
    return None if value is None or not 1 <= value < 2**20 else round(value)


def in_flight(text: str) -> float | None:
    """Requests offered; blank and `inf` mean no limit. None where the text is no number."""
    if not text.strip() or text.strip().lower() in UNLIMITED:
        return math.inf
    value = number(text)
    return value if value and value > 0 else None


_FORMATS = (
    (r"w4a8", "w4a8"),
    (r"nvfp4", "nvfp4"),
    (r"mxfp4|mx-?fp4", "mxfp4"),
    (r"q4_k|q4km|q4_0|gguf.*4", "q4_k_m"),
    (r"q8_0|gguf.*8", "q8_0"),
    (r"w8a8|int8|w8a16|8-?bit|smoothquant", "w8a8"),
    (r"fp8|float8|e4m3|e5m2", "fp8"),
    (r"awq|gptq|int4|w4a16|4-?bit|marlin|nf4", "int4"),
    (r"fp4|float4", "nvfp4"),
    (r"bf16|bfloat16", "bf16"),
    (r"fp16|float16|half|16-?bit|f16", "fp16"),
    (r"fp32|float32", "fp32"),
)
"""First that occurs in the text wins; GPTQ with 8 bit is met by `int8` before."""


def weight_format(text: str) -> str | None:
    """A weight format of the throughput model, or `fp32`; None where the text names none."""
    words = text.lower()
    return next((name for pattern, name in _FORMATS if re.search(pattern, words)), None)


def is_weight_only(text: str) -> bool:
    """Whether 8-bit weights are unpacked to 16 bit before they multiply: GPTQ, AWQ, W8A16."""
    return bool(re.search(r"gptq|awq|w8a16|weight.?only", text.lower()))


def cache_bytes(text: str) -> float | None:
    """Bytes of a cached value; None where the text names no format."""
    words = text.lower()
    if re.search(r"(?<!\d)8(?!\d)|fp8|int8|e4m3|e5m2", words):
        return 1.0
    if re.search(r"(?<!\d)4(?!\d)|fp4|int4", words):
        return 0.5
    return 2.0 if re.search(r"16|half|auto", words) else None


_METRICS = {
    "output_tok_s_total": ("output_tok_s", "output_tokens_s", "output_tps", "output_throughput", "generation_tok_s"),
    "total_tok_s": ("total_tok_s_total", "total_tokens_s", "total_throughput", "in_out_tok_s"),
    "prefill_tok_s": ("prefill_tokens_s", "input_tok_s", "prompt_tok_s"),
    "output_tok_s_single_stream": ("single_stream_tok_s", "output_tok_s_per_user", "decode_tok_s_single_stream"),
    "requests_s": ("requests_per_s", "req_s", "request_throughput", "qps", "rps"),
}
"""Spellings beside the schema's own; `/` and `per` are taken for `_`."""


def metric_of(text: str) -> str | None:
    """The schema's metric; None for another quantity."""
    word = re.sub(r"[^a-z0-9]+", "_", text.lower().replace("second", "s").replace("sec", "s")).strip("_")
    word = word.replace("tok_per_s", "tok_s").replace("tokens_per_s", "tokens_s")
    for name, spellings in _METRICS.items():
        if word == name or word in spellings:
            return name
    return None


SCENARIOS = ("fixed_concurrency", "offline", "single_stream", "server")


def scenario_of(text: str) -> str:
    """The schema's scenario; `unknown` where it is blank or another."""
    word = re.sub(r"[^a-z]+", "_", text.lower()).strip("_")
    return word if word in SCENARIOS else "unknown"


def publisher(source: str) -> str:
    """Repository or site: what one source is."""
    text = source.strip()
    if re.match(r"https?://", text, re.IGNORECASE):
        return text.split("/")[2].lower()
    return text.split(":")[0].strip() or "not stated"
