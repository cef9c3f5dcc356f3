"""Measured over predicted of unseen sources in training, p10, p50 and p90; `benchmarks/fit_training.py` writes them.

Rule and limits: docs/training.md §6.
"""

TRAINING_FITTED_BANDS: dict[str, tuple[float, float, float]] = {
    "ampere": (0.59, 0.94, 1.21),
    "ascend": (0.66, 0.98, 1.33),
    "blackwell": (0.82, 1.04, 1.22),
    "full_finetune": (0.64, 0.99, 1.36),
    "hopper": (0.7, 1.0, 1.33),
    "moe": (0.52, 0.89, 2.93),
    "pcie": (0.44, 0.7, 1.5),
}
