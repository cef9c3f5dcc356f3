"""The catalog model behind a name of a measurement file: an organisation, a date or a format in it does not matter."""

import re
from collections.abc import Mapping

from optimizer.inputs.catalog import LanguageModel

_TAILS = (
    "instruct", "chat", "it", "hf", "base", "thinking", "preview", "fp8", "fp8dynamic", "fp4", "nvfp4", "mxfp4", "bf16",
    "fp16", "awq", "gptq", "int4", "int8", "w8a8", "w4a16", "w4a8", "quantized", "gguf", "dynamic", "turbo", "vllm",
)  # fmt: skip
_TAIL = re.compile(rf"[-_ .]+(?:{'|'.join(_TAILS)}|v0\.\d|\d{{4}}|kv|quark|mlperf|f8)$", re.IGNORECASE)
_HEADS = re.compile(r"^(meta|nvidia|amd|redhatai|neuralmagic|deepseek-ai)[-_ ]+(?=[a-z])", re.IGNORECASE)
_SAME_SHAPE = {
    "qwen25coder32b": "qwen2532b", "qwen25coder7b": "qwen257b", "qwen25coder14b": "qwen2514b",
    "qwen25math72b": "qwen2572b", "qwen25math7b": "qwen257b", "llama31nemotron70b": "llama3170b",
    "deepseekv31terminus": "deepseekv31", "kimik2thinking": "kimik2",
}  # fmt: skip
"""Models of another name with the architecture of a catalog entry (same layers, widths and vocabulary)."""


class Models:
    """Finds the model of a name."""

    def __init__(self, models: Mapping[str, LanguageModel]) -> None:
        self._by_name = {_plain(key): model for key, model in models.items()}

    def find(self, name: str) -> LanguageModel | None:
        """The longest form of the name that the catalog knows; None where it knows none."""
        text = name.strip().rstrip("/").split("/")[-1]
        while text:
            for form in (text, _HEADS.sub("", text)):
                plain = _plain(form)
                if model := self._by_name.get(plain) or self._by_name.get(_SAME_SHAPE.get(plain, "")):
                    return model
            shorter = _TAIL.sub("", text)
            if shorter == text:
                return None
            text = shorter
        return None


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
