"""Fits the throughput model to the shipped measurements and compares the result with what is shipped.

    python -m benchmarks.fit_throughput [--write]

Prints every number with its shipped value and fails where they differ by more than 1 %, or a band by more than 0.02.
`--write` puts the numbers into `optimizer/sizing/fitted.py` and the bands into `optimizer/sizing/fitted_bands.py`;
run it again until nothing changes.
"""

import sys
from pathlib import Path

import optimizer.sizing.fitted as fitted_module
import optimizer.sizing.fitted_bands as bands_module
from optimizer.inputs.published.words import publisher
from optimizer.sizing.accuracy.bands import fitted_bands, out_of_fold
from optimizer.sizing.accuracy.fit import fit, throughput_problem
from optimizer.sizing.accuracy.metrics import source_weights
from optimizer.sizing.accuracy.priors import PRIORS
from optimizer.sizing.accuracy.score import Sorted, shipped_rows, sort_rows
from optimizer.sizing.fitted import FITTED
from optimizer.sizing.fitted_bands import FITTED_BANDS

LARGEST_DIFFERENCE, LARGEST_BAND_DIFFERENCE = 0.01, 0.02
DIGITS = 3


def fitted_numbers(found: Sorted) -> dict[str, float]:
    """All numbers, rounded as they are shipped."""
    weights = source_weights([publisher(row.cells["source"]) for row, _ in found.cases])
    numbers = fit(throughput_problem([case for _, case in found.cases], weights, PRIORS), FITTED)
    return {name: float(f"{value:.{DIGITS}g}") for name, value in numbers.items()}


def write(module_file: str, name: str, values: dict[str, object]) -> None:
    """Replace the literal `name` at the end of a module."""
    path = Path(module_file)
    head = path.read_text(encoding="utf-8").split(f"\n{name}: ")[0]
    lines = "".join(f"    {key!r}: {value!r},\n".replace("'", '"') for key, value in values.items())
    kind = "dict[str, float]" if name.endswith("FITTED") else "dict[str, tuple[float, float, float]]"
    path.write_text(f"{head}\n{name}: {kind} = {{\n{lines}}}\n", encoding="utf-8")


def main() -> None:
    """Fit, compare, and write where asked."""
    found = sort_rows(shipped_rows())
    numbers = fitted_numbers(found)
    for name, value in numbers.items():
        print(f"{name:24} {value:10.3g}  shipped {FITTED[name]:10.3g}")
    off = [name for name, value in numbers.items() if abs(value / FITTED[name] - 1) > LARGEST_DIFFERENCE]
    bands = fitted_bands(out_of_fold(found))
    for key, band in bands.items():
        print(f"{key:24} {band}  shipped {FITTED_BANDS.get(key)}")
    off += [
        key
        for key in bands.keys() | FITTED_BANDS.keys()
        if key not in bands
        or key not in FITTED_BANDS
        or max(abs(a - b) for a, b in zip(bands[key], FITTED_BANDS[key], strict=True)) > LARGEST_BAND_DIFFERENCE
    ]
    if "--write" in sys.argv[1:]:
        write(fitted_module.__file__, "FITTED", dict(numbers))
        write(bands_module.__file__, "FITTED_BANDS", dict(bands))
    elif off:
        sys.exit(f"not what is shipped: {', '.join(sorted(off))}")


if __name__ == "__main__":
    main()
