"""The fitted numbers of the throughput model, by name; `benchmarks/fit_throughput.py` writes them.

eta_m.FAMILY, eta_c.FAMILY     shares of nominal bandwidth and of the peak rate
tau_layer.ENGINE, tau_seq.ENGINE     s per layer; s per sequence and step
tau_link.KIND, eta_link        s per collective; usable share of a link
f8, f4, f_w4                   on eta_c: native 8-bit, native 4-bit, 4-bit weights unpacked to 16 bit
mu_moe                         share of eta_m that scattered expert weights reach
rocm_tau_layer, llama_cpp_eta_c     factors of one stack and of one engine
"""

from collections.abc import Mapping

Parameters = Mapping[str, float]

FITTED: dict[str, float] = {
    "eta_m.ampere": 0.66,
    "eta_m.hopper": 0.691,
    "eta_m.blackwell": 0.944,
    "eta_m.pcie": 0.875,
    "eta_m.cdna2": 0.51,
    "eta_m.cdna3": 0.513,
    "eta_m.gaudi": 0.802,
    "eta_m.domestic": 0.78,
    "eta_c.ampere": 0.647,
    "eta_c.hopper": 0.578,
    "eta_c.blackwell": 0.496,
    "eta_c.pcie": 0.638,
    "eta_c.cdna2": 0.472,
    "eta_c.cdna3": 0.615,
    "eta_c.gaudi": 0.539,
    "eta_c.domestic": 0.429,
    "tau_layer.tensorrt_llm": 9.31e-05,
    "tau_layer.vllm": 9.59e-05,
    "tau_layer.vllm_2024": 0.000147,
    "tau_layer.sglang": 0.000133,
    "tau_layer.llama_cpp": 0.000184,
    "tau_layer.gaudi": 5.26e-05,
    "tau_layer.ascend_graph": 0.000216,
    "tau_layer.young": 0.000509,
    "tau_layer.early_mla": 0.000289,
    "tau_layer.chitu": 0.000358,
    "tau_seq.tensorrt_llm": 5.01e-06,
    "tau_seq.vllm": 1.4e-05,
    "tau_seq.vllm_2024": 7.5e-05,
    "tau_seq.sglang": 0.000112,
    "tau_seq.llama_cpp": 5e-06,
    "tau_seq.gaudi": 6.72e-06,
    "tau_seq.ascend_graph": 0.000185,
    "tau_seq.young": 0.000816,
    "tau_seq.early_mla": 0.000185,
    "tau_seq.chitu": 0.000447,
    "tau_link.nvlink": 3.61e-06,
    "tau_link.mesh": 5.07e-05,
    "tau_link.pcie": 0.000117,
    "eta_link": 0.648,
    "f8": 1.19,
    "f4": 0.866,
    "f_w4": 0.586,
    "mu_moe": 0.648,
    "rocm_tau_layer": 1.78,
    "llama_cpp_eta_c": 0.985,
    "floor_exponent": 1.52,
}
