"""Errors as JSON: fractions, null where nothing was predicted."""

from typing import Any

from optimizer.sizing.accuracy.bands import BandCheck
from optimizer.sizing.accuracy.score import Score


def accuracy_json(score: Score, bands: BandCheck | None) -> dict[str, Any]:
    """`overall`, `by`, `unpredicted`; with `--bands` also `out_of_fold` and `bands`."""
    answer: dict[str, Any] = {
        "overall": score.overall._asdict(),
        "by": {
            dimension: {name: errors._asdict() for name, errors in slices.items()}
            for dimension, slices in score.by.items()
        },
        "unpredicted": [{"id": row, "reason": reason} for row, reason in score.unpredicted],
    }
    if bands is not None:
        answer["out_of_fold"] = bands.score.overall._asdict()
        answer["bands"] = [
            {
                "band": line.key, "rows": line.rows,
                "shipped": line.shipped.model_dump(exclude={"source"}) if line.shipped else None,
                "out_of_fold": line.out_of_fold.model_dump(exclude={"source"}),
            }
            for line in bands.lines
        ]  # fmt: skip
    return answer
