"""What a plan says about models that were read from a config.json: the counted parameters, and what was left out."""

from collections.abc import Iterator

from optimizer.inputs.catalog import Catalog
from optimizer.inputs.document import join
from optimizer.inputs.model_config.read_config import ConfigModel
from optimizer.inputs.request import Assumption
from optimizer.inputs.requirements import Requirements


def config_assumptions(requirements: Requirements, catalog: Catalog) -> Iterator[Assumption]:
    """Rows at the `model` of every workload that names a file."""
    for index, workload in enumerate(requirements.workloads):
        model = catalog.models.get(getattr(workload, "model", ""))
        if not isinstance(model, ConfigModel):
            continue
        path = join(join("workloads", index), "model")
        counted = f"{model.total_params:,} parameters, {model.active_params:,} active"
        yield Assumption(path=path, value=counted, unit="", source=f"counted from the shape in {model.id}")
        for each in model.assumed:
            source = f"{model.id} leaves it out: {each.why}"
            yield Assumption(path=path, value=f"{each.key}: {each.value}", unit="", source=source)
