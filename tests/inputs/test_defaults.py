from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from optimizer.inputs import defaults
from optimizer.inputs.defaults import Default, open_limits
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.workload import InferenceWorkload, ServiceWorkload, Traffic
from tests.inputs.request_files import INFERENCE, ROWS, SERVICE, changed, load

TABLES: tuple[tuple[tuple[Default, ...], type[BaseModel]], ...] = (
    (defaults.FILE_DEFAULTS, Requirements),
    (defaults.WORKLOAD_DEFAULTS, InferenceWorkload),
    (defaults.WORKLOAD_DEFAULTS, ServiceWorkload),
    (defaults.INFERENCE_DEFAULTS, InferenceWorkload),
    (defaults.SERVICE_DEFAULTS, ServiceWorkload),
    (defaults.TRAFFIC_DEFAULTS, Traffic),
)
WORDED = {"site.electricity.price_per_kwh", "weight_precision"}
"""Defaults that the model leaves absent: what they mean is worked out later."""


def model_default(model: type[BaseModel], key: str) -> Any:
    first, _, rest = key.partition(".")
    value = model.model_fields[first].default
    for step in rest.split(".") if rest else ():
        value = getattr(value, step)
    return value


def text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(text(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize(("row", "model"), [(row, model) for table, model in TABLES for row in table])
def test_the_table_says_what_the_models_do(row: Default, model: type[BaseModel]) -> None:
    if row.key in WORDED:
        assert model_default(model, row.key.split(".price")[0]) is None
    else:
        assert text(model_default(model, row.key)) == row.value


def leaves(model: type[BaseModel], prefix: str = "") -> set[str]:
    """Keys of a model that have a default other than absent or empty."""
    found = set()
    for name, field in model.model_fields.items():
        if isinstance(field.default, BaseModel):
            found |= leaves(type(field.default), f"{prefix}{name}.")
        elif not field.is_required() and field.default not in (None, ()):
            found.add(prefix + name)
    return found


def test_no_default_is_missing_from_the_table() -> None:
    for model in {model for _, model in TABLES}:
        listed = {row.key for table, owner in TABLES if owner is model for row in table} - WORDED
        assert leaves(model) == listed


def assumed(folder: Path, text: str, **others: str) -> dict[str, str]:
    return {each.path: each.value for each in load(folder, text, **others).assumptions}


def test_what_the_file_states_is_no_assumption(tmp_path: Path) -> None:
    all_assumed = assumed(tmp_path, INFERENCE)
    stated = changed("name: test", "name: test\nlanguage: en\nas_of: 2026-01-31\nsite: {pue: {air: 1.4}}\n")
    stated += "    spare_servers: 0\n    engine: vllm\n    weight_precision:\n"
    now = assumed(tmp_path, stated)
    gone = {"language", "as_of", "site.pue.air", "workloads[0].spare_servers", "workloads[0].engine"}
    assert set(all_assumed) - set(now) == gone
    assert set(now) <= set(all_assumed)
    assert all_assumed["as_of"] == "2026-11-30"
    assert all_assumed["workloads[0].engine"] == "cuda: vllm, cann: ascend_graph"
    assert all_assumed["workloads[0].traffic.average_load"] == "0.4"
    assert all_assumed["site.electricity.price_per_kwh"] == "0.65"


def test_engines_are_those_of_admitted_ecosystems(tmp_path: Path) -> None:
    text = changed("name: test", "name: test\npolicy: {ecosystems: {allowed: [cann]}}")
    assert assumed(tmp_path, text)["workloads[0].engine"] == "cann: ascend_graph"


def test_a_service_has_its_own_defaults(tmp_path: Path) -> None:
    own = {path for path in assumed(tmp_path, SERVICE, rows__csv=ROWS) if path.startswith("workloads")}
    keys = ("spare_servers", "growth", "shares_cards", "max_server_types", "average_load")
    assert own == {f"workloads[0].{key}" for key in keys}


def test_open_limits(tmp_path: Path) -> None:
    text = changed("name: test", "name: test\nsite: {it_power_kw: 150, racks: [{name: a, count: 2, power_kw: 12}]}\n"
                   "finance: {capex_budget: 0}")  # fmt: skip
    assert open_limits(load(tmp_path, text).requirements) == (
        "site.facility_power_kw",
        "policy.ecosystems.maximum",
        "site.racks[0].units",
        "site.racks[0].weight_kg",
        "workloads[0].latency.ttft_p95_ms",
        "workloads[0].latency.e2e_p95_ms",
    )
