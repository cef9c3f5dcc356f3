"""The error tables of docs/throughput.md: the shipped rows, in sample and out of fold, by slice, Chinese cards apart.

python -m benchmarks.throughput_accuracy

`procure accuracy` scores any other file with the same code. Fails where a bar is missed.
"""

import sys

from optimizer.inputs.published.words import publisher
from optimizer.sizing.accuracy.bands import out_of_fold
from optimizer.sizing.accuracy.metrics import Errors, errors_of, source_weights
from optimizer.sizing.accuracy.score import (
    DIMENSIONS,
    SHIPPED_FILES,
    Scored,
    Sorted,
    score_cases,
    shipped_rows,
    sort_rows,
    summary,
)

INTERNATIONAL, CHINESE = SHIPPED_FILES
HEAD = "| | rows | MdAPE | p90 | bias | ±20 % | ±30 % | ×2 |\n|---|---|---|---|---|---|---|---|"
MDAPE, P90, WITHIN_30, WITHIN_2X, BIAS = 0.14, 0.60, 0.78, 0.95, 0.05
"""Bars on the rows of the first file."""
OUT_OF_FOLD_MDAPE, CHINESE_MDAPE = 0.16, 0.20


def of_file(scored: tuple[Scored, ...], file: str | None) -> Errors:
    """Errors of one file, weights within it; None = both."""
    kept = [s for s in scored if file in (None, s.row.file)]
    weights = source_weights([publisher(s.row.cells["source"]) for s in kept])
    return errors_of(len(kept), [(s.ratio, weight) for s, weight in zip(kept, weights, strict=True)])


def headline(found: Sorted, refitted: tuple[Scored, ...]) -> dict[str, Errors]:
    """The lines at the top of the table."""
    scored = score_cases(found)
    each_1 = errors_of(len(scored), [(s.ratio, 1.0) for s in scored])
    return {
        "all rows": of_file(scored, None),
        "all rows, each row 1": each_1,
        "`inference.csv`": of_file(scored, INTERNATIONAL),
        "`inference_domestic.csv`, comparable rows": of_file(scored, CHINESE),
        "out of fold: all rows": of_file(refitted, None),
        "out of fold: `inference.csv`": of_file(refitted, INTERNATIONAL),
        "out of fold: `inference_domestic.csv`": of_file(refitted, CHINESE),
    }


def line(name: str, errors: Errors) -> str:
    """One line of the table."""
    values = (errors.p90, errors.bias, errors.within_20, errors.within_30, errors.within_2x)
    if errors.mdape is None:
        return f"| {name} | {errors.predicted} | – | – | – | – | – | – |"
    p90, bias, *shares = (value for value in values if value is not None)
    cells = (f"{errors.mdape:.1%}", f"{p90:.0%}", f"{bias:+.0%}", *(f"{share:.0%}" for share in shares))
    return f"| {name} | {errors.predicted} | {' | '.join(cells).replace('%', ' %')} |"


def missed(top: dict[str, Errors]) -> list[str]:
    """Bars that are not reached."""
    first, domestic = top["`inference.csv`"], top["`inference_domestic.csv`, comparable rows"]
    unseen = top["out of fold: `inference.csv`"]
    held = {
        f"MdAPE {first.mdape} > {MDAPE}": (first.mdape or 1) <= MDAPE,
        f"p90 {first.p90} > {P90}": (first.p90 or 9) <= P90,
        f"bias {first.bias} beyond {BIAS}": abs(first.bias or 0) <= BIAS,
        f"within 30 % {first.within_30} < {WITHIN_30}": (first.within_30 or 0) >= WITHIN_30,
        f"within 2x {first.within_2x} < {WITHIN_2X}": (first.within_2x or 0) >= WITHIN_2X,
        f"out of fold MdAPE {unseen.mdape} > {OUT_OF_FOLD_MDAPE}": (unseen.mdape or 1) <= OUT_OF_FOLD_MDAPE,
        f"Chinese cards MdAPE {domestic.mdape} > {CHINESE_MDAPE}": (domestic.mdape or 1) <= CHINESE_MDAPE,
    }
    return [text for text, holds in held.items() if not holds]


def main() -> None:
    """Print the tables."""
    found = sort_rows(shipped_rows())
    top = headline(found, out_of_fold(found))
    print(HEAD)
    for name, errors in top.items():
        print(line(name, errors))
    by = summary(found, score_cases(found)).by
    for dimension in DIMENSIONS:
        print(f"\n{dimension}\n\n{HEAD}")
        for name, errors in by[dimension].items():
            if errors.predicted:
                print(line(name, errors))
    if below := missed(top):
        sys.exit("; ".join(below))


if __name__ == "__main__":
    main()
