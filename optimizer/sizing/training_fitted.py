"""The fitted numbers of the training model, by name; `benchmarks/fit_training.py` writes them.

eta.FAMILY                share of the 16-bit peak
speed_up.8, speed_up.4    linear layers over 16 bit; moe_exponent on it for experts
moe, adapter, qlora       factors of experts, adapters, a 4-bit base
attention, width          attention FLOPs counted; hidden size at which a layer fills half the unit
launch.CLASS              s per layer and pass of tuned and generic software
link.in, link.out, link.pcie     used share of a rate, one direction
tensor, expert            share of tensor- and expert-parallel traffic that is not hidden
bubble, doubling, recompute      share of the bubble paid; loss per doubling beyond eight; ρ where nobody states it
pause                     share of the wall clock of short runs that does not train
reserve, state.CLASS, four_bit, kept_recomputed, worked_on, kept_all, logit     memory, bytes
"""

from collections.abc import Mapping

Parameters = Mapping[str, float]

TRAINING_FITTED: dict[str, float] = {
    "eta.ampere": 0.627,
    "eta.hopper": 0.536,
    "eta.blackwell": 0.551,
    "eta.pcie": 0.752,
    "eta.ascend": 0.577,
    "eta.gaudi": 0.593,
    "eta.cdna3": 0.437,
    "eta.cdna2": 0.509,
    "eta.metax": 0.456,
    "speed_up.8": 2.48,
    "speed_up.4": 4.48,
    "moe_exponent": 0.427,
    "moe": 0.77,
    "attention": 0.856,
    "width": 476.0,
    "launch.tuned": 0.000434,
    "launch.generic": 0.00107,
    "adapter": 0.862,
    "qlora": 0.851,
    "link.in": 0.837,
    "link.out": 2.01,
    "link.pcie": 0.8,
    "tensor": 0.551,
    "expert": 0.45,
    "bubble": 0.229,
    "doubling": 0.0112,
    "recompute.tuned": 0.29,
    "recompute.adapter": 0.294,
    "recompute.generic": 0.174,
    "pause": 0.12,
    "reserve": 2330000000.0,
    "state.tuned": 20.0,
    "state.generic": 26.1,
    "state.pure_16bit": 8.72,
    "four_bit": 0.723,
    "kept_recomputed": 3.74,
    "worked_on": 34.7,
    "kept_all": 32.0,
    "logit": 15.2,
}
