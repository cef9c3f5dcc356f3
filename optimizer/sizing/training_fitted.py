"""The fitted numbers of the training model, by name; `benchmarks/fit_training.py` writes them.

eta.FAMILY                share of the 16-bit peak
speed_up.8, speed_up.4    linear layers over 16 bit; moe_exponent on it for experts
moe, adapter, qlora       factors of experts, adapters, a 4-bit base
attention.CLASS           attention FLOPs counted, over the efficiency that attention reaches of η
width                     hidden size at which a layer fills half the unit
launch.CLASS              s per layer and pass of tuned and generic software
link.in, link.out, link.pcie     used share of a rate, one direction
tensor, expert            share of tensor- and expert-parallel traffic that is not hidden
bubble, doubling          share of the bubble paid; loss per doubling beyond eight
recompute.CLASS           ρ of generic software where nobody states it
pause                     share of the wall clock of short runs that does not train
reserve, state.CLASS, four_bit, kept_recomputed, worked_on, kept_all, logit     memory, bytes
"""

from collections.abc import Mapping

Parameters = Mapping[str, float]

TRAINING_FITTED: dict[str, float] = {
    "eta.ampere": 0.602,
    "eta.hopper": 0.578,
    "eta.blackwell": 0.463,
    "eta.pcie": 0.768,
    "eta.ascend": 0.553,
    "eta.gaudi": 0.519,
    "eta.cdna3": 0.356,
    "eta.cdna2": 0.56,
    "eta.metax": 0.433,
    "speed_up.8": 2.46,
    "speed_up.4": 4.25,
    "moe_exponent": 0.481,
    "moe": 0.797,
    "attention.hopper": 1.46,
    "attention.others": 0.603,
    "width": 506.0,
    "launch.tuned": 0.000483,
    "launch.generic": 0.001,
    "adapter": 0.877,
    "qlora": 0.899,
    "link.in": 0.872,
    "link.out": 2.0,
    "link.pcie": 0.8,
    "tensor": 0.549,
    "expert": 0.438,
    "bubble": 0.241,
    "doubling": 0.0124,
    "recompute.adapter": 0.576,
    "recompute.generic": 0.184,
    "pause": 0.124,
    "reserve": 2230000000.0,
    "state.tuned": 20.0,
    "state.generic": 26.1,
    "state.pure_16bit": 8.91,
    "four_bit": 0.737,
    "kept_recomputed": 3.13,
    "worked_on": 34.1,
    "kept_all": 26.6,
    "logit": 16.8,
}
