"""`procure schema`: every key a file may have, documented."""

import json
from pathlib import Path
from typing import Any

import pytest

from optimizer.inputs.requirements import Requirements
from optimizer.inputs.schema import catalog_schema, request_schema
from optimizer.inputs.shipped import KINDS
from tests.catalog.shipped import documents
from tests.catalog_commands.run import procure


def test_request_keys_are_those_of_the_file() -> None:
    schema = request_schema()
    assert set(schema["properties"]) == {*Requirements.model_fields, "scenarios"}
    assert "currency" not in schema["properties"]["scenarios"]["additionalProperties"]["propertyNames"]["enum"]
    assert schema["additionalProperties"] is False
    assert "workloads" in schema["required"]
    assert schema["$schema"].startswith("https://json-schema.org/draft/2020-12/")


def test_money_is_a_number_never_text() -> None:
    amount = catalog_schema()["$defs"]["CostParameter"]["properties"]["typical"]
    assert amount["type"] == "number"
    assert amount["minimum"] == 0


def test_fields_are_documented() -> None:
    server = catalog_schema()["$defs"]["ServerSite"]["properties"]["max_power_w"]
    assert "before PUE" in server["description"]


@pytest.mark.parametrize("kind", KINDS)
def test_shipped_entries_have_only_keys_of_the_schema(kind: str) -> None:
    schema = catalog_schema()
    entry = schema["$defs"][schema["properties"][kind]["items"]["$ref"].rpartition("/")[2]]
    assert entry["required"] == ["id"]
    assert "A new entry needs: id" in entry["description"]
    assert {key for shipped in documents(kind) for key in shipped} <= set(entry["properties"])


def test_every_reference_resolves() -> None:
    for schema in (request_schema(), catalog_schema()):
        names = {ref.rpartition("/")[2] for ref in references(schema)}
        assert names <= schema["$defs"].keys()


def references(node: Any) -> list[str]:
    """Values of `$ref` anywhere below."""
    if isinstance(node, list):
        return [ref for item in node for ref in references(item)]
    if not isinstance(node, dict):
        return []
    own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
    return own + [ref for value in node.values() for ref in references(value)]


def test_to_stdout_and_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = procure(capsys, "schema", "catalog")
    assert code == 0
    assert json.loads(out) == catalog_schema()
    target = tmp_path / "request.json"
    code, out, _ = procure(capsys, "schema", "request", "-o", str(target))
    assert (code, out) == (0, "")
    assert json.loads(target.read_text(encoding="utf-8")) == request_schema()
    assert procure(capsys, "schema", "-o", str(tmp_path))[0] == 2
