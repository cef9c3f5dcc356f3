"""What `procure accuracy` does; `accuracy.py` holds its flags."""

from pathlib import Path
from typing import TYPE_CHECKING

from optimizer.cli.answer import answered
from optimizer.cli.exits import PLAN
from optimizer.cli.output import check_targets, print_progress, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from optimizer.inputs.published.rows import PublishedRow
    from optimizer.sizing.accuracy.bands import BandCheck
    from optimizer.sizing.accuracy.score import Score


def accuracy_command(files: tuple[Path, ...], *, bands: bool, json_target: str | None, language: str) -> int:
    """0; 2 for a file that is no table of measurements."""
    return answered(json_target, lambda: _run(files, bands, json_target, language))


def _run(files: tuple[Path, ...], bands: bool, json_target: str | None, language: str) -> int:
    from optimizer.inputs.published.rows import read_published
    from optimizer.report.accuracy.as_json import accuracy_json
    from optimizer.report.accuracy.console import print_accuracy
    from optimizer.sizing.accuracy.score import shipped_rows

    check_targets(files, None, json_target)
    rows = read_published(files) if files else shipped_rows()
    kinds = [rows_of for kind in (False, True) if (rows_of := [row for row in rows if row.is_training == kind])]
    answers = [(part[0].is_training, *_score(part, bands=bands)) for part in kinds]
    _, first, checked = answers[0]
    answer = accuracy_json(first, checked)
    for _, score, check in answers[1:]:
        answer["training"] = accuracy_json(score, check)
    write_json(json_target, answer)
    if json_target != "-":
        for is_training, score, check in answers:
            print_accuracy(score, check, language, title="training_title" if is_training else "title")
    return PLAN


def _score(rows: "Sequence[PublishedRow]", *, bands: bool) -> "tuple[Score, BandCheck | None]":
    """Errors of rows of one kind, and what a refit says where asked."""
    if rows[0].is_training:
        from optimizer.sizing.training_accuracy.bands import check_training_bands
        from optimizer.sizing.training_accuracy.score import score_training, sort_training, training_summary

        runs = sort_training(rows)
        score = training_summary(runs, score_training(runs))
        if not bands:
            return score, None
        return score, check_training_bands(runs, lambda source: print_progress(f"refitting without {source}"))
    from optimizer.sizing.accuracy.bands import check_bands
    from optimizer.sizing.accuracy.score import score_cases, sort_rows, summary

    found = sort_rows(rows)
    checked = check_bands(found, lambda fold: print_progress(f"refitting without fold {fold}")) if bands else None
    return summary(found, score_cases(found)), checked
