"""`procure accuracy`: its flags. What it does stands in `accuracy_command.py`, loaded when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from optimizer.cli.catalog import Json, Language

MeasurementFiles = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="FILE.csv…",
        help="Measured rows of inference or training, columns as in catalogs/measurements; default: inference there.",
    ),
]
Bands = Annotated[
    bool, typer.Option("--bands", help="Also refit without each (card, model) pair: bands and errors out of fold.")
]


def accuracy(
    files: MeasurementFiles = None, bands: Bands = False, json_target: Json = None, lang: Language = "en"
) -> int:
    """Score the throughput or training model on measured rows."""
    from optimizer.cli.accuracy_command import accuracy_command

    return accuracy_command(tuple(files or ()), bands=bands, json_target=json_target, language=lang)
