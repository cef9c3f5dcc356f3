"""Measured over predicted out of fold, p10, p50 and p90, by `family` and, with rows enough, by `family/engine class`.

`benchmarks/fit_throughput.py` writes them; rule and limits: docs/throughput.md §5.
"""

FITTED_BANDS: dict[str, tuple[float, float, float]] = {
    "ampere": (0.69, 0.97, 1.29),
    "ampere/tensorrt_llm": (0.78, 1.1, 1.36),
    "ampere/vllm": (0.62, 0.9, 1.3),
    "ampere/vllm_2024": (0.9, 0.98, 1.15),
    "ascend": (0.74, 1.02, 1.48),
    "ascend/ascend_graph": (0.89, 1.06, 1.54),
    "ascend/young": (0.69, 0.96, 1.51),
    "blackwell": (0.78, 1.05, 1.41),
    "blackwell/tensorrt_llm": (0.77, 1.0, 1.34),
    "cdna2": (0.79, 0.93, 1.08),
    "cdna3": (0.59, 1.08, 1.28),
    "cdna3/vllm": (0.68, 1.1, 1.29),
    "cdna3/vllm_2024": (0.66, 1.13, 1.34),
    "gaudi": (0.82, 1.04, 1.21),
    "gaudi/gaudi": (0.82, 1.04, 1.21),
    "hopper": (0.57, 1.02, 1.37),
    "hopper/early_mla": (0.38, 0.57, 2.56),
    "hopper/sglang": (0.63, 0.98, 1.59),
    "hopper/tensorrt_llm": (0.64, 1.09, 1.32),
    "hopper/vllm": (0.54, 1.02, 1.3),
    "pcie": (0.78, 1.07, 1.42),
    "pcie/tensorrt_llm": (0.78, 1.0, 1.77),
}
