"""The throughput model keeps its bars on the shipped measurements; the docs print what the code computes."""

import importlib
import re
from types import ModuleType
from typing import Any

import pytest

from optimizer.inputs.published.words import publisher
from optimizer.resources import resource
from optimizer.sizing.accuracy.bands import fitted_bands, fold_of, out_of_fold
from optimizer.sizing.accuracy.fit import fit, loss, throughput_problem
from optimizer.sizing.accuracy.metrics import errors_of, quantile, source_weights
from optimizer.sizing.accuracy.predict import predict
from optimizer.sizing.accuracy.priors import PRIORS
from optimizer.sizing.accuracy.score import Scored, Sorted, score, score_cases, shipped_rows, sort_rows
from optimizer.sizing.fitted import FITTED
from optimizer.sizing.fitted_bands import FITTED_BANDS

DOC = resource("catalogs").parent / "docs" / "throughput.md"
LARGEST_BAND_DIFFERENCE = 0.02


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return importlib.import_module("benchmarks.throughput_accuracy")


@pytest.fixture(scope="module")
def found() -> Sorted:
    return sort_rows(shipped_rows())


@pytest.fixture(scope="module")
def refitted(found: Sorted) -> tuple[Scored, ...]:
    return out_of_fold(found)


def test_the_bars_hold_and_the_docs_print_the_same(
    benchmark: ModuleType, found: Sorted, refitted: tuple[Scored, ...]
) -> None:
    top = benchmark.headline(found, refitted)
    assert benchmark.missed(top) == []
    text = DOC.read_text(encoding="utf-8")
    printed = {name: re.search(rf"^\| {re.escape(name)} \| (.*) \|$", text, re.MULTILINE) for name in top}
    for name, errors in top.items():
        line = printed[name]
        assert line is not None, name
        cells = [float(cell.replace("%", "").replace("+", "")) for cell in line[1].split("|")]
        wanted = (errors.mdape, errors.p90, errors.bias, errors.within_20, errors.within_30, errors.within_2x)
        assert cells[0] == errors.predicted
        assert cells[1:] == pytest.approx([100 * value for value in wanted], abs=1.0), name


def test_a_missed_bar_is_seen(benchmark: ModuleType, found: Sorted) -> None:
    scored = tuple(s._replace(ratio=s.ratio * 1.5) for s in score_cases(found))
    assert len(benchmark.missed(benchmark.headline(found, scored))) >= 1
    errors = benchmark.of_file(scored, None)
    assert len(benchmark.missed(dict.fromkeys(benchmark.headline(found, scored), errors))) >= 5


def test_shipped_bands_are_those_out_of_fold(refitted: tuple[Scored, ...]) -> None:
    bands = fitted_bands(refitted)
    assert bands.keys() == FITTED_BANDS.keys()
    for key, band in bands.items():
        assert band == pytest.approx(FITTED_BANDS[key], abs=LARGEST_BAND_DIFFERENCE), key


def test_fitting_on_from_the_shipped_numbers_gains_nothing(found: Sorted) -> None:
    weights = source_weights([publisher(row.cells["source"]) for row, _ in found.cases])
    problem = throughput_problem([case for _, case in found.cases], weights, PRIORS)
    shipped = loss(problem, FITTED)
    assert loss(problem, fit(problem, FITTED, iterations=1)) > shipped * (1 - 1e-3)
    worse = {**FITTED, "tau_layer.vllm": 2 * FITTED["tau_layer.vllm"]}
    assert loss(problem, fit(problem, worse, iterations=2)) < loss(problem, worse) * (1 - 1e-3)


def test_at_most_60_numbers_none_for_a_row() -> None:
    assert FITTED.keys() - PRIORS.keys() == {"tau_seq.llama_cpp"}
    assert len(FITTED) <= 60


def test_every_row_is_accounted_for(found: Sorted) -> None:
    answer = score(shipped_rows())
    assert answer.overall.rows == 2319
    assert answer.overall.predicted + len(answer.unpredicted) == 2319
    for slices in answer.by.values():
        assert sum(errors.rows for errors in slices.values()) == 2319
        assert sum(errors.predicted for errors in slices.values()) == answer.overall.predicted
    reasons = {reason.split(":")[0] for _, reason in answer.unpredicted}
    assert {"speculation", "decode only", "unknown model", "figures of another card repeated"} <= reasons


def test_predictions_do_not_come_from_the_rows() -> None:
    """Another id, value, source and order change no prediction."""
    rows = shipped_rows()[:40]
    changed = [
        row._replace(cells={**row.cells, "id": f"x{n}", "value": "7", "source": "y"}) for n, row in enumerate(rows)
    ]
    one = [predict(case) for _, case in sort_rows(rows).cases]
    other = [predict(case) for _, case in sort_rows(changed[::-1]).cases]
    assert one == other[::-1]


def test_a_pair_of_card_and_model_stays_in_one_fold(found: Sorted) -> None:
    folds: dict[Any, set[int]] = {}
    for _, case in found.cases:
        folds.setdefault((case.system.card.id, case.model.id), set()).add(fold_of(case))
    assert all(len(each) == 1 for each in folds.values())
    assert set().union(*folds.values()) == set(range(5))


def test_weighted_quantile() -> None:
    assert quantile([(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)], 0.5) == 2.0
    assert quantile([(1.0, 8.0), (2.0, 1.0), (3.0, 1.0)], 0.5) < 1.5


def test_measures_by_hand() -> None:
    errors = errors_of(5, [(1.0, 1.0), (1.25, 1.0), (0.4, 1.0), (1.1, 1.0)])
    assert (errors.rows, errors.predicted, errors.within_20, errors.within_30, errors.within_2x) == (
        5,
        4,
        0.5,
        0.75,
        0.75,
    )
    assert errors.bias == pytest.approx(0.05)  # between 1.0 and 1.1
    assert errors_of(2, []).mdape is None
    assert source_weights(["a", "a", "a", "a", "b"]) == [0.5, 0.5, 0.5, 0.5, 1.0]
