from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from optimizer.inputs import defaults
from optimizer.inputs.defaults import Default, open_limits
from optimizer.inputs.requirements import DomesticShareRule, InventoryItem, Requirements
from optimizer.inputs.splitting import Splittable
from optimizer.inputs.traffic import Traffic, TrafficClass
from tests.inputs.request_files import FINETUNE, INFERENCE, PRETRAIN, ROWS, SERVICE, changed, load

TABLES: tuple[tuple[tuple[Default, ...], type[BaseModel]], ...] = (
    (defaults.FILE_DEFAULTS, Requirements),
    (defaults.SHARE_DEFAULTS, DomesticShareRule),
    (defaults.INVENTORY_DEFAULTS, InventoryItem),
    *((defaults.WORKLOAD_DEFAULTS + table, kind) for kind, table in defaults.KIND_DEFAULTS.items()),
    *((defaults.SPLIT_DEFAULTS, kind) for kind in get_args(Splittable)),
    (defaults.TRAFFIC_DEFAULTS + defaults.CLASS_DEFAULTS, Traffic),
    (defaults.CLASS_DEFAULTS, TrafficClass),
)
WORDED = {"site.electricity.price_per_kwh", "weight_precision", "mfu", "cards", "year_bought", "until"}
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
        elif not field.is_required() and not field.default_factory and field.default not in (None, ()):
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
    keys = ("spare_servers", "growth", "domestic_only", "shares_cards", "max_server_types", "average_load")
    assert own == {f"workloads[0].{key}" for key in keys}


def test_training_has_its_own_defaults(tmp_path: Path) -> None:
    run, jobs = assumed(tmp_path, PRETRAIN), assumed(tmp_path, FINETUNE)
    assert run["workloads[0].precision"] == jobs["workloads[0].precision"] == "bf16"
    assert run["workloads[0].mfu"] == "from the training model"
    assert (run["workloads[0].spare_share"], run["workloads[0].offload"]) == ("0", "forbid")
    assert not {path for path in run if "max_server_types" in path or "minimum_split" in path}
    assert "workloads[0].spare_share" not in jobs


def test_defaults_of_a_share_rule(tmp_path: Path) -> None:
    plain = assumed(tmp_path, INFERENCE)
    assert plain["workloads[0].max_server_types"] == "1"
    assert not {path for path in plain if "minimum_split" in path or "domestic_share" in path}
    half = assumed(tmp_path, INFERENCE + "policy: {domestic_share: {minimum: 0.5}}\n")
    new = {path: half[path] for path in set(half) - set(plain)}
    assert new == {
        "policy.domestic_share.by": "spend",
        "policy.domestic_share.scope": "purchases",
        "workloads[0].minimum_split": "0.3",
    }
    assert half["workloads[0].max_server_types"] == "2"
    all_of_it = assumed(tmp_path, INFERENCE + "policy: {domestic_share: {minimum: 1, by: compute}}\n")
    assert all_of_it["workloads[0].max_server_types"] == "1"
    assert all_of_it["policy.domestic_share.precision"] == "bf16"
    of_one = assumed(tmp_path, INFERENCE + "policy: {ecosystems: {minimum_share: {cann: 0.3}}}\n")
    assert of_one["workloads[0].max_server_types"] == "2"
    assert of_one["policy.domestic_share.by"] == "spend"
    stated = assumed(tmp_path, INFERENCE + "    max_server_types: 3\n")
    assert stated["workloads[0].minimum_split"] == "0.3"
    assert "workloads[0].max_server_types" not in stated


def test_rent_and_inventory_defaults(tmp_path: Path) -> None:
    assert "rent.maximum_share" not in assumed(tmp_path, INFERENCE)
    text = INFERENCE + "rent: {allowed: true}\ninventory: [{server: hgx-h20, count: 2, cards: 6}]\n"
    found = assumed(tmp_path, text)
    assert found["rent.maximum_share"] == "1"
    assert {path: value for path, value in found.items() if path.startswith("inventory")} == {
        "inventory[0].year_bought": "out of warranty",
        "inventory[0].until": "in service over the whole horizon",
    }


def test_open_limits(tmp_path: Path) -> None:
    text = changed("name: test", "name: test\nsite: {it_power_kw: 150, racks: [{name: a, count: 2, power_kw: 12}]}\n"
                   "finance: {capex_budget: 0}")  # fmt: skip
    assert open_limits(load(tmp_path, text).requirements) == (
        "site.facility_power_kw",
        "policy.ecosystems.maximum",
        "policy.maximum_lead_time_weeks",
        "site.racks[0].units",
        "site.racks[0].weight_kg",
        "workloads[0].latency.ttft_p95_ms",
        "workloads[0].latency.e2e_p95_ms",
    )


def test_a_daily_volume_implies_its_mean_load(tmp_path: Path) -> None:
    """8 busy hours of 24 at a peak of twice the mean: 8 / 24 / 2."""
    text = changed(
        "peak_requests_per_s: 14",
        "tokens_per_day: {input: 200e6, output: 50e6, busy_hours: 8, peak_factor: 2}",
    )
    assert assumed(tmp_path, text)["workloads[0].traffic.average_load"] == "0.1667"
