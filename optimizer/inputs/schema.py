"""JSON Schemas of the files a user writes, for editors: keys, types, choices, and the text under each field."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from optimizer.inputs.catalog import Card, CostParameter, Ecosystem, LanguageModel, Server
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.scenarios import KEY, MAX_SCENARIOS, OF_THE_WHOLE_FILE

DIALECT = GenerateJsonSchema.schema_dialect
ENTRIES: dict[str, type[BaseModel]] = {
    "cards": Card,
    "servers": Server,
    "models": LanguageModel,
    "ecosystems": Ecosystem,
    "parameters": CostParameter,
}
BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}


class _Written(GenerateJsonSchema):
    """Money is a number in the file: text in quotes is refused, so the schema does not offer it."""

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """A number; its bounds are added by `_in_dialect`."""
        return {"type": "number"}


def request_schema() -> dict[str, Any]:
    """Schema of a requirements file, its scenarios included."""
    schema = _in_dialect(Requirements.model_json_schema(schema_generator=_Written))
    keys = {"enum": sorted(Requirements.model_fields.keys() - set(OF_THE_WHOLE_FILE))}
    schema["properties"][KEY] = {
        "type": "object",
        "maxProperties": MAX_SCENARIOS,
        "additionalProperties": {"type": "object", "propertyNames": keys},
        "description": "Name → the keys of this file that differ; workloads by `name`, null removes a key.",
    }
    return {"$schema": DIALECT, **schema, "title": "procure requirements file"}


def catalog_schema() -> dict[str, Any]:
    """Schema of a catalog file. Only `id` is required: an entry of a known id overrides single fields of it."""
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for kind, model in ENTRIES.items():
        entry = _in_dialect(model.model_json_schema(schema_generator=_Written))
        definitions |= entry.pop("$defs", {})
        definitions[model.__name__] = entry
        properties[kind] = {"type": "array", "items": {"$ref": f"#/$defs/{model.__name__}"}}
    entries = {model.__name__ for model in ENTRIES.values()}
    for name, definition in definitions.items():
        if required := definition.pop("required", None):
            needed = f"A new entry needs: {', '.join(required)}."
            definition["description"] = f"{definition.get('description', '')} {needed}".strip()
        if name in entries:
            definition["required"] = ["id"]
    definitions["Server"]["properties"]["card"] = {
        "anyOf": [definitions["Server"]["properties"]["card"], {"$ref": "#/$defs/Card"}],
        "description": "Id of a card, or the card described in place.",
    }
    return {
        "$schema": DIALECT,
        "title": "procure catalog file",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "$defs": definitions,
    }


def _in_dialect(node: Any) -> Any:
    """The same schema with the bounds of money, which pydantic writes as `ge` and `lt`, under their standard names."""
    if isinstance(node, list):
        return [_in_dialect(item) for item in node]
    if not isinstance(node, dict):
        return node
    names = BOUNDS if node.get("type") in ("number", "integer") else {}
    return {names.get(key, key): _in_dialect(value) for key, value in node.items()}
