"""Figures that no formula reads: in order, sourced, apart from the parameters, and out of every plan's reach."""

from decimal import Decimal

from optimizer.inputs.quote_date import last_day
from optimizer.inputs.reference_figures import ReferenceFigure, reference_figures
from optimizer.inputs.shipped import shipped_files
from tests.catalog.shipped import catalog, documents

FIGURES = reference_figures(shipped_files())


def test_each_is_listed_once_with_values_in_order() -> None:
    assert len(FIGURES) == len(documents("reference_figures")) == 107
    assert not FIGURES.keys() & catalog().parameters.keys()
    assert [(name, *figure.faults()) for name, figure in FIGURES.items() if any(figure.faults())] == []
    for figure in FIGURES.values():
        assert figure.unit
        assert figure.spec.source
        last_day(figure.spec.date)


def test_faults_are_seen() -> None:
    fields = {"id": "x", "unit": "%", "spec": {"source": "s", "confidence": "low"}}
    assert [field for field, _, _ in ReferenceFigure.model_validate(fields).faults()] == ["typical"]
    for low, high, wrong in ((Decimal(2), Decimal(1), 1), (Decimal(1), Decimal(1), 0)):
        figure = ReferenceFigure.model_validate(fields | {"low": low, "high": high})
        assert len(list(figure.faults())) == wrong
