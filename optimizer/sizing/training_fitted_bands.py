"""Measured over predicted of unseen sources in training, p10, p50 and p90; `benchmarks/fit_training.py` writes them.

Rule and limits: docs/training.md §6.
"""

TRAINING_FITTED_BANDS: dict[str, tuple[float, float, float]] = {
    "ampere": (0.62, 1.01, 1.29),
    "ascend": (0.72, 0.94, 1.28),
    "blackwell": (0.92, 1.03, 1.25),
    "full_finetune": (0.65, 1.03, 1.41),
    "hopper": (0.57, 1.02, 1.24),
    "moe": (0.43, 0.92, 1.69),
    "pcie": (0.59, 0.9, 1.85),
}
