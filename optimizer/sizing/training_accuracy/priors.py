"""Where the fit pulls the training model's numbers when rows say little (docs/training.md §4)."""

EFFICIENCIES = ("ampere", "hopper", "blackwell", "pcie", "ascend", "gaudi", "cdna3", "cdna2", "metax")
TIME_PRIORS: dict[str, float] = {
    **{f"eta.{family}": 0.5 for family in EFFICIENCIES},
    "speed_up.8": 1.9, "speed_up.4": 3.0, "moe_exponent": 0.7, "moe": 0.6, "attention.hopper": 0.7,
    "attention.others": 0.7, "width": 600,
    "launch.tuned": 400e-6, "launch.generic": 1000e-6, "adapter": 0.9, "qlora": 0.8, "link.in": 0.6, "link.out": 0.6,
    "tensor": 1.0, "expert": 1.0, "bubble": 0.5, "doubling": 0.015,
    "recompute.adapter": 0.2, "recompute.generic": 0.2, "pause": 0.1,
}  # fmt: skip
"""Half the peak for every family; 8 and 4 bit below their paper gains of 2 and 4; whole traffic, half the bubble.

`link.pcie` is not fitted: the few rows over PCIe are dominated by layouts nobody published. Its 0.8 of
the host link is what ring transfers reach on PCIe x16 (25 GB/s on Gen4, one direction).
"""
MEMORY_PRIORS: dict[str, float] = {
    "reserve": 2.0e9, "state.generic": 26.0, "state.pure_16bit": 8.0, "four_bit": 0.65,
    "kept_recomputed": 2.0, "worked_on": 34.0, "kept_all": 34.0, "logit": 8.0,
}  # fmt: skip
"""What the parts sum to: the layer input kept, 34 bytes per element of a layer.

`state.tuned` is not fitted: 2 weights, 4 gradients, 12 AdamW and 2 of buffers (docs/training.md §5).
"""
