"""Where the fit pulls the model's numbers when rows say little (docs/throughput.md §3).

η: 0.65 and 0.55 for every family, which is what a card without rows gets. Launch times: a first fit of 2,103 rows
(2026-11-30) without the classes `chitu` and `early_mla`, which start from the class they were part of.
"""

from optimizer.sizing.families import FAMILIES, NO_DATA_EFFICIENCY

PRIORS: dict[str, float] = {
    **{f"eta_m.{family}": NO_DATA_EFFICIENCY.memory for family in FAMILIES},
    **{f"eta_c.{family}": NO_DATA_EFFICIENCY.compute for family in FAMILIES},
    "tau_layer.tensorrt_llm": 101e-6, "tau_layer.vllm": 105e-6, "tau_layer.vllm_2024": 156e-6,
    "tau_layer.sglang": 144e-6, "tau_layer.early_mla": 144e-6, "tau_layer.llama_cpp": 198e-6,
    "tau_layer.gaudi": 54e-6, "tau_layer.ascend_graph": 310e-6, "tau_layer.chitu": 381e-6, "tau_layer.young": 381e-6,
    "tau_seq.tensorrt_llm": 5e-6, "tau_seq.vllm": 14e-6, "tau_seq.vllm_2024": 76e-6, "tau_seq.sglang": 123e-6,
    "tau_seq.early_mla": 123e-6, "tau_seq.gaudi": 7e-6, "tau_seq.ascend_graph": 210e-6, "tau_seq.chitu": 495e-6,
    "tau_seq.young": 495e-6, "tau_link.nvlink": 3.7e-6, "tau_link.mesh": 56e-6, "tau_link.pcie": 114e-6,
    "eta_link": 0.66, "f8": 1.12, "f4": 0.87, "f_w4": 0.57, "mu_moe": 0.61, "rocm_tau_layer": 1.74,
    "llama_cpp_eta_c": 0.95, "floor_exponent": 2.0,
}  # fmt: skip
"""By name; `tau_seq.llama_cpp` has no rows with many sequences and is not fitted."""
