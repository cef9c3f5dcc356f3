"""The precision that the weights of a checkpoint are published in."""

from collections.abc import Mapping
from typing import Any

from optimizer.inputs.document import join
from optimizer.inputs.model_config.fields import INSTEAD, Fields
from optimizer.inputs.wording import shown

BY_DTYPE = {"bfloat16": "bf16", "float16": "fp16", "half": "fp16", "float32": "fp32", "float8_e4m3fn": "fp8"}
BY_METHOD = {"fp8": "fp8", "fbgemm_fp8": "fp8", "mxfp4": "mxfp4"}
BY_ALGORITHM = {"FP8": "fp8", "NVFP4": "nvfp4", "MXFP4": "mxfp4", "W4A16_AWQ": "int4", "W8A8_SQ_PER_CHANNEL": "w8a8"}
"""`quant_algo` of modelopt."""
QUANTIZATION = "quantization_config"
DTYPES = ("torch_dtype", "dtype")
WIDEST_FIRST = ("fp8", "w8a8", "int8", "nvfp4", "int4", "w4a8", "mxfp4")
MXFP4_GROUP = 32
"""Weights that share a scale in MXFP4; NVFP4: 16."""


def read_precision(fields: Fields) -> str:
    """`native_precision` of the catalog: that of `quantization_config`, else of `torch_dtype`."""
    path, settings = _found(fields, QUANTIZATION)
    if settings is not None:
        found = _quantized(settings) if isinstance(settings, Mapping) else None
        if found is None:
            method = settings.get("quant_method") if isinstance(settings, Mapping) else settings
            known = "fp8, awq, gptq, compressed-tensors, mxfp4, modelopt, bitsandbytes"
            what = f"cannot tell the weight format (quant_method {shown(method)}); known: {known}"
            fields.problems.append(fields.document.problem(path, what, INSTEAD))
        return found or "bf16"
    path, dtype = next((each for each in (_found(fields, key) for key in DTYPES) if each[1] is not None), ("", None))
    if dtype is None:
        fields.wrong(DTYPES[0], "is missing", 'add it as the checkpoint has it, e.g. "torch_dtype": "bfloat16"')
    elif not isinstance(dtype, str) or dtype.removeprefix("torch.") not in BY_DTYPE:
        known = ", ".join(BY_DTYPE)
        fields.problems.append(fields.document.problem(path, f"unknown data type {shown(dtype)}", f"known: {known}"))
    else:
        return BY_DTYPE[dtype.removeprefix("torch.")]
    return "bf16"


def _found(fields: Fields, key: str) -> tuple[str, Any]:
    """Path and value in the text part, else at the top of the file."""
    if fields.data.get(key) is not None:
        return join(fields.prefix, key), fields.data[key]
    return key, fields.document.data.get(key)


def _quantized(settings: Mapping[str, Any]) -> str | None:
    """The weight format of a quantization; None where it cannot be told."""
    method, bits = settings.get("quant_method"), settings.get("bits")
    if method in ("awq", "gptq") and not isinstance(bits, bool) and bits in (4, 8):
        return f"int{bits}"
    if method == "bitsandbytes":
        loads = {"int4": settings.get("load_in_4bit"), "int8": settings.get("load_in_8bit")}
        return next((form for form, on in loads.items() if on is True), None)
    if isinstance(method, str) and method in BY_METHOD:
        return BY_METHOD[method]
    if method == "modelopt" and isinstance(algorithm := settings.get("quant_algo"), str) and algorithm in BY_ALGORITHM:
        return BY_ALGORITHM[algorithm]
    if method in ("compressed-tensors", "modelopt"):
        return _grouped(settings)
    return None


def _grouped(settings: Mapping[str, Any]) -> str | None:
    """The widest format of all `config_groups` (cautious: it takes the most memory)."""
    groups = settings.get("config_groups")
    found = [_group(group) for group in groups.values()] if isinstance(groups, Mapping) else []
    known = [each for each in WIDEST_FIRST if each in found]
    return known[0] if known and None not in found else None


def _group(group: Any) -> str | None:
    weights = group.get("weights") if isinstance(group, Mapping) else None
    if not isinstance(weights, Mapping):
        return None
    inputs = group.get("input_activations")
    input_bits = inputs.get("num_bits") if isinstance(inputs, Mapping) else None
    match weights.get("type"), weights.get("num_bits"):
        case "float", 8:
            return "fp8"
        case "float", 4:
            return "mxfp4" if weights.get("group_size") == MXFP4_GROUP else "nvfp4"
        case "int", 8:
            return "w8a8" if input_bits == 8 else "int8"
        case "int", 4:
            return "w4a8" if input_bits == 8 else "int4"
    return None
