"""Whatever stands behind the known keys, a file loads or is refused with problems."""

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.errors import InputError
from optimizer.inputs.load import load_request
from optimizer.inputs.request import Request

WORDS = (
    "name", "language", "as_of", "price_book", "catalog", "measurements", "workloads", "site", "finance", "policy",
    "rent", "kind", "model", "traffic", "latency", "max_context_tokens", "weight_precision", "growth", "cards",
    "servers", "allowed", "forbidden", "users", "headcount", "tokens_per_day", "mean", "p95", "input_tokens",
    "output_tokens", "peak_requests_per_s", "demand", "value", "unit", "racks", "count", "electricity",
    "price_per_kwh", "vat", "recoverable", "ecosystems", "maximum", "scenarios", "id", "ecosystem", "domestic",
    "domestic_share", "minimum", "minimum_share", "quotes", "costs", "maintenance_rate", "inventory", "server", "until",
    "start", "buy", "maximum_share", "max_server_types", "minimum_split", "demand", "precision", "fabric", "offload",
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(
        [
            "inference",
            "service",
            "pretrain",
            "capacity",
            "2027-01",
            "any",
            "fit",
            "Qwen3-32B",
            "cuda",
            "request.yaml",
            ".",
            "a/",
            "150 kW",
            "8%",
            "",
        ]
    ),
    st.integers(min_value=-(10**20), max_value=10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.none(),
    st.text(max_size=5),
)
TREES = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5),
    max_leaves=12,
)
WORKLOAD: dict[str, Any] = {
    "name": "a", "kind": "inference", "model": "Qwen3-32B", "max_context_tokens": 8192, "latency": {"tpot_p95_ms": 60},
    "traffic": {"peak_requests_per_s": 1, "input_tokens": 10, "output_tokens": 10},
}  # fmt: skip


def outcome(folder: Path, data: Any) -> Request | tuple[object, ...]:
    """A request or problems; every other exception escapes."""
    (folder / "request.yaml").write_text(json.dumps(data), encoding="utf-8")
    try:
        return load_request(folder / "request.yaml")
    except InputError as error:
        return error.problems


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(WORDS), TREES, max_size=8))
def test_any_tree(tmp_path: Path, data: dict[str, Any]) -> None:
    assert outcome(tmp_path, data)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(WORDS), TREES, max_size=2), st.sampled_from(["", "traffic", "latency"]))
def test_a_good_file_with_odd_fields(tmp_path: Path, odd: dict[str, Any], where: str) -> None:
    workload = {**WORKLOAD, where: {**WORKLOAD[where], **odd}} if where else {**WORKLOAD, **odd}
    assert outcome(tmp_path, {"name": "test", "workloads": [workload], **({} if where else odd)})


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from(WORDS), TREES, max_size=3),
    st.dictionaries(st.sampled_from(WORDS), TREES, max_size=2),
    st.sampled_from([None, "a", "b", 1, ["a"]]),
)
def test_any_scenario(tmp_path: Path, overlay: dict[str, Any], changes: dict[str, Any], name: Any) -> None:
    workloads = [{**changes, "name": name}, {**changes, "kind": "inference", "name": "a"}][: 1 + (name == "b")]
    scenarios = {"one": overlay, "two": {"workloads": workloads}, "three": {**overlay, "workloads": workloads}}
    assert outcome(tmp_path, {"name": "test", "workloads": [WORKLOAD], "scenarios": scenarios})


def test_the_good_file_is_good(tmp_path: Path) -> None:
    assert isinstance(outcome(tmp_path, {"name": "test", "workloads": [WORKLOAD]}), Request)
