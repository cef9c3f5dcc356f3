"""Errors on the console, 80 columns where it is no terminal."""

from collections import Counter
from typing import TYPE_CHECKING

from optimizer.report.accuracy.words import word
from optimizer.report.terminal import foreign, terminal

if TYPE_CHECKING:
    from rich.table import Table

    from optimizer.sizing.accuracy.bands import BandCheck
    from optimizer.sizing.accuracy.metrics import Errors
    from optimizer.sizing.accuracy.score import Score
    from optimizer.sizing.option import Band

NAME_WIDTH = 25


def print_accuracy(score: "Score", bands: "BandCheck | None", language: str, title: str = "title") -> None:
    """Overall, every slice, the rows without prediction by reason, and the bands where asked."""
    console = terminal()
    console.print(foreign(word(title, language)))
    table = _table(language)
    _add(table, word("overall", language), score.overall)
    if bands is not None:
        _add(table, word("out_of_fold", language), bands.score.overall)
    for dimension, slices in score.by.items():
        table.add_section()
        table.add_row(foreign(word(dimension, language)))
        for name, errors in slices.items():
            _add(table, f"  {name}", errors)
    console.print(table)
    if score.unpredicted:
        console.print(foreign(word("unpredicted", language)))
        reasons = Counter(reason.split(":")[0] for _, reason in score.unpredicted)
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            console.print(foreign(f"  {count:5} {reason}"))
    if bands is not None:
        console.print(foreign(word("bands", language)))
        console.print(_band_table(bands, language))
    console.print(foreign(word("rule", language)))


def _table(language: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", min_width=NAME_WIDTH, max_width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    for key in ("rows", "predicted", "mdape", "p90", "bias", "within_20", "within_30", "within_2x"):
        table.add_column(word(key, language), justify="right", no_wrap=True)
    return table


def _add(table: "Table", name: str, errors: "Errors") -> None:
    shares = (errors.within_20, errors.within_30, errors.within_2x)
    table.add_row(
        foreign(name), str(errors.rows), str(errors.predicted), _percent(errors.mdape, 1), _percent(errors.p90),
        _percent(errors.bias, sign="+"), *(_percent(share) for share in shares),
    )  # fmt: skip


def _percent(value: float | None, digits: int = 0, sign: str = "") -> str:
    if value is None:
        return "–"
    return f"{value:{sign}.{digits if value < 1 else 0}%}"


def _band_table(bands: "BandCheck", language: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold")
    for key in ("rows", "shipped", "recomputed"):
        table.add_column(word(key, language), justify="right", no_wrap=True)
    for line in bands.lines:
        table.add_row(foreign(line.key), str(line.rows), _band(line.shipped), _band(line.out_of_fold))
    return table


def _band(band: "Band | None") -> str:
    return "–" if band is None else f"{band.p10:.2f} / {band.p50:.2f} / {band.p90:.2f}"
