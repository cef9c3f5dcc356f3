"""What `procure accuracy` does; `accuracy.py` holds its flags."""

from pathlib import Path

from optimizer.cli.answer import answered
from optimizer.cli.exits import PLAN
from optimizer.cli.output import check_targets, print_progress, write_json


def accuracy_command(files: tuple[Path, ...], *, bands: bool, json_target: str | None, language: str) -> int:
    """0; 2 for a file that is no table of measurements."""
    return answered(json_target, lambda: _run(files, bands, json_target, language))


def _run(files: tuple[Path, ...], bands: bool, json_target: str | None, language: str) -> int:
    from optimizer.inputs.published.rows import read_published
    from optimizer.report.accuracy.as_json import accuracy_json
    from optimizer.report.accuracy.console import print_accuracy
    from optimizer.sizing.accuracy.bands import check_bands
    from optimizer.sizing.accuracy.score import score_cases, shipped_rows, sort_rows, summary

    check_targets(files, None, json_target)
    found = sort_rows(read_published(files) if files else shipped_rows())
    score = summary(found, score_cases(found))
    checked = check_bands(found, lambda fold: print_progress(f"refitting without fold {fold}")) if bands else None
    write_json(json_target, accuracy_json(score, checked))
    if json_target != "-":
        print_accuracy(score, checked, language)
    return PLAN
