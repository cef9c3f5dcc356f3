"""Fits the training model to the shipped measurements and compares the result with what is shipped.

    python -m benchmarks.fit_training [--write]

Prints every number with its shipped value and fails where they differ by more than 1 %, or a band by more than 0.02.
`--write` puts the numbers into `optimizer/sizing/training_fitted.py` and the bands into
`optimizer/sizing/training_fitted_bands.py`; run it again until nothing changes.
"""

import sys

import optimizer.sizing.training_fitted as fitted_module
import optimizer.sizing.training_fitted_bands as bands_module
from benchmarks.fit_throughput import DIGITS, LARGEST_BAND_DIFFERENCE, LARGEST_DIFFERENCE, write
from optimizer.sizing.training_accuracy.bands import fitted_bands, out_of_fold
from optimizer.sizing.training_accuracy.fit import fit_training
from optimizer.sizing.training_accuracy.score import shipped_training_rows, sort_training
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_fitted_bands import TRAINING_FITTED_BANDS


def main() -> None:
    """Fit, compare, and write where asked."""
    found = sort_training(shipped_training_rows())
    numbers = {name: float(f"{value:.{DIGITS}g}") for name, value in fit_training(found.cases).items()}
    for name, value in numbers.items():
        print(f"{name:24} {value:10.3g}  shipped {TRAINING_FITTED[name]:10.3g}")
    off = [name for name, value in numbers.items() if abs(value / TRAINING_FITTED[name] - 1) > LARGEST_DIFFERENCE]
    bands = fitted_bands(out_of_fold(found))
    for key, band in bands.items():
        print(f"{key:24} {band}  shipped {TRAINING_FITTED_BANDS.get(key)}")
    off += [
        key
        for key in bands.keys() | TRAINING_FITTED_BANDS.keys()
        if key not in bands
        or key not in TRAINING_FITTED_BANDS
        or max(abs(a - b) for a, b in zip(bands[key], TRAINING_FITTED_BANDS[key], strict=True))
        > LARGEST_BAND_DIFFERENCE
    ]
    if "--write" in sys.argv[1:]:
        write(fitted_module.__file__, "TRAINING_FITTED", dict(numbers))
        write(bands_module.__file__, "TRAINING_FITTED_BANDS", dict(bands))
    elif off:
        sys.exit(f"not what is shipped: {', '.join(sorted(off))}")


if __name__ == "__main__":
    main()
