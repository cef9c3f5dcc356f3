"""What measured rows buy: error of the throughput model before and after calibration, and the bands that are left.

    python -m benchmarks.calibration

Every published row of a (card, engine class, model) group of four or more is predicted, and corrected by one or three
other rows of its group (or by rows of other models on the card), as `optimizer/sizing/calibrate.py` does. Held out: the
model is fitted again without the rows of the card family, which is then predicted with the mean η of the others.
Draws come from a seeded generator; rows weigh 1/√(rows of the publisher). Fails where three rows leave more
than 15 %, or not the band that sizing uses.
"""

import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache

from optimizer.inputs.catalog import PerformanceFamily
from optimizer.inputs.published.words import publisher
from optimizer.sizing.accuracy.case import Case
from optimizer.sizing.accuracy.fit import fit, throughput_problem
from optimizer.sizing.accuracy.metrics import quantile, source_weights
from optimizer.sizing.accuracy.predict import predict
from optimizer.sizing.accuracy.priors import PRIORS
from optimizer.sizing.accuracy.score import SHIPPED_FILES, Sorted, shipped_rows, sort_rows
from optimizer.sizing.calibrate import FEW_EXPONENT, MANY, OTHER_MODEL_EXPONENT, factor
from optimizer.sizing.families import FAMILIES
from optimizer.sizing.fitted import FITTED, Parameters

ERROR_LIMIT = 0.15
BAND_TOLERANCE = 0.03
DRAWS = 20
GROUP_ROWS = 4
SEED = 5


@dataclass(frozen=True)
class Row:
    """A case with what the model says of it."""

    case: Case
    ratio: float
    """r = measured / predicted."""
    weight: float
    chinese_file: bool

    @property
    def family(self) -> PerformanceFamily:
        return family_of(self.case)

    @property
    def group(self) -> tuple[str, str, str]:
        return self.case.system.card.id, self.case.engine_class, self.case.model.id


def family_of(case: Case) -> PerformanceFamily:
    """Of the card it was measured on."""
    facts = case.system.card.facts
    if facts is None:
        raise AssertionError(case.id)
    return facts.performance_family


@cache
def cases() -> Sorted:
    """Comparable rows of both shipped files."""
    return sort_rows(shipped_rows())


@cache
def without(family: PerformanceFamily) -> Parameters:
    """The numbers of a fit that never saw the family, and the mean η of the others for it."""
    if family not in FAMILIES:
        return FITTED
    kept = [(row, case) for row, case in cases().cases if family_of(case) != family]
    weights = source_weights([publisher(row.cells["source"]) for row, _ in kept])
    found = fit(throughput_problem([case for _, case in kept], weights, PRIORS), FITTED)
    others = [name for name in FAMILIES if name != family]
    means = {f"{eta}.{family}": statistics.fmean(found[f"{eta}.{o}"] for o in others) for eta in ("eta_m", "eta_c")}
    return {**found, **means}


def rows(*, held_out: bool, families: Collection[str] | None = None) -> list[Row]:
    """Measured over predicted of every comparable row, or of those on cards of some families."""
    found = [each for each in cases().cases if families is None or family_of(each[1]) in families]
    weights = source_weights([publisher(row.cells["source"]) for row, _ in found])
    return [
        Row(
            case,
            case.value / predict(case, without(family_of(case)) if held_out else FITTED),
            weight,
            row.file == SHIPPED_FILES[1],
        )
        for (row, case), weight in zip(found, weights, strict=True)
    ]


Left = list[tuple[float, float]]
"""(measured / corrected prediction, weight)."""


def left_over(known: Sequence[Row], count: int, exponent: float, *, other_models: bool = False) -> dict[str, Left]:
    """What calibration with `count` drawn rows leaves, for the file of the fit (`all`) and for Chinese cards."""
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in known:
        groups[row.group].append(row)
        groups[row.group[:2]].append(row)
    draw, left = random.Random(SEED), defaultdict[str, Left](list)
    for row in known:
        if len(groups[row.group]) < GROUP_ROWS:
            continue
        pool = groups[row.group[:2]] if other_models else groups[row.group]
        pool = [r for r in pool if (r.group != row.group if other_models else r is not row)]
        if len(pool) < count:
            continue
        for _ in range(DRAWS if count else 1):
            picked = [r.ratio for r in draw.sample(pool, count)]
            corrected = row.ratio / (factor(picked, exponent) if picked else 1.0)
            if not row.chinese_file:
                left["all"].append((corrected, row.weight))
            if row.chinese_file or row.family == "domestic":
                left["Chinese cards"].append((corrected, row.weight))
    return left


def error(left: Left, share: float = 0.5) -> float:
    """Weighted quantile of |predicted/measured − 1|."""
    return quantile([(abs(1 / ratio - 1), weight) for ratio, weight in left], share)


def line(name: str, left: Left, draws: int) -> str:
    """One line of the table."""
    total = sum(weight for _, weight in left)
    inside = sum(weight for ratio, weight in left if abs(1 / ratio - 1) <= 0.3) / total
    p10, p50, p90 = (quantile(left, q) for q in (0.1, 0.5, 0.9))
    return (
        f"{name:34} {len(left) // draws:5} {error(left):6.1%} {error(left, 0.9):5.0%} {inside:5.0%}"
        f"   {p10:4.2f} / {p50:4.2f} / {p90:4.2f}"
    )


def table(known: Sequence[Row], kind: str = "all") -> list[str]:
    """The lines of one half."""
    plan: list[tuple[str, int, float, bool]] = [
        ("no row", 0, 1.0, False),
        (f"1 row of the same model, r^{FEW_EXPONENT:g}", 1, FEW_EXPONENT, False),
        (f"2 rows of the same model, g^{FEW_EXPONENT:g}", 2, FEW_EXPONENT, False),
        ("3 rows of the same model, g", 3, 1.0, False),
        ("other models only: no row", 1, 0.0, True),
        (f"1 row of another model, r^{OTHER_MODEL_EXPONENT:g}", 1, OTHER_MODEL_EXPONENT, True),
        (f"3 rows of other models, g^{OTHER_MODEL_EXPONENT:g}", 3, OTHER_MODEL_EXPONENT, True),
    ]
    shown = plan if kind == "all" else plan[:4]
    lines = []
    for name, count, exponent, others in shown:
        left = left_over(known, count, exponent, other_models=others)[kind]
        lines.append(line(name, left, DRAWS if count else 1))
    return lines


def main(say: Callable[[str], None] = print) -> None:
    """Print the tables of docs/calibration.md."""
    head = f"{'rows':>40} {'MdAPE':>6} {'p90':>5} {'±30':>5}   measured/predicted p10 / p50 / p90"
    fitted, held = rows(held_out=False), rows(held_out=True)
    for title, known, kind in (
        ("Card family in the fit", fitted, "all"),
        ("Card family held out of the fit", held, "all"),
        ("Chinese cards, held out of the fit", held, "Chinese cards"),
    ):
        say("\n".join((title, head, *table(known, kind), "")))
    three = left_over(held, 3, 1.0)["all"]
    if error(three) > ERROR_LIMIT:
        sys.exit(f"three rows leave {error(three):.1%} > {ERROR_LIMIT:.0%}")
    shipped, found = (MANY.p10, MANY.p50, MANY.p90), tuple(quantile(three, q) for q in (0.1, 0.5, 0.9))
    if any(abs(a - b) > BAND_TOLERANCE for a, b in zip(shipped, found, strict=True)):
        sys.exit(f"three rows leave a band of {found}, sizing uses {shipped}")


if __name__ == "__main__":
    main()
