"""Own values of named cost parameters: `costs: {maintenance_rate: 0.08}`."""

from collections.abc import Mapping
from decimal import Decimal

from optimizer.errors import Problem
from optimizer.inputs.catalog import Catalog, CostParameter, Provenance
from optimizer.inputs.document import Document, join
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.parameter_rules import value_fault
from optimizer.inputs.request import Assumption

OWN_VALUE = "own value (costs)"


def with_costs(catalog: Catalog, costs: Mapping[str, Decimal]) -> Catalog:
    """The catalog with own values, each in its parameter's own unit and the same in every price case."""
    own = {name: _replaced(catalog.parameters[name], value) for name, value in costs.items()}
    return catalog.model_copy(update={"parameters": {**catalog.parameters, **own}}) if own else catalog


def cost_problems(document: Document, catalog: Catalog, costs: Mapping[str, Decimal]) -> list[Problem]:
    """Names that no parameter has, and values out of range (`parameter_rules.py`)."""
    problems = []
    for name, value in costs.items():
        entry, path = catalog.parameters.get(name), join("costs", name)
        if entry is None:
            problems.append(document.problem(path, *unknown_id("cost parameter", name, catalog.parameters)))
        elif fault := value_fault(name, entry.unit, value):
            problems.append(document.problem(path, *fault))
    return problems


def cost_assumptions(catalog: Catalog, costs: Mapping[str, Decimal]) -> list[Assumption]:
    """Own values as the report lists them."""
    return [
        Assumption(
            path=join("costs", name),
            value=str(value),
            unit=catalog.parameters[name].unit,
            source=OWN_VALUE,
            confidence="high",
        )
        for name, value in costs.items()
    ]


def _replaced(entry: CostParameter, value: Decimal) -> CostParameter:
    spec = Provenance(source=OWN_VALUE, confidence="high")
    return entry.model_copy(update={"low": value, "typical": value, "high": value, "spec": spec})
