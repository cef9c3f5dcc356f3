"""JSON Schemas of the files a user writes, for editors: keys, types, choices, and the text under each field."""

from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from optimizer.inputs.catalog import Card, CostParameter, Ecosystem, LanguageModel, Server
from optimizer.inputs.requirements import Requirements

DIALECT = GenerateJsonSchema.schema_dialect
ENTRIES: dict[str, type[BaseModel]] = {
    "cards": Card,
    "servers": Server,
    "models": LanguageModel,
    "ecosystems": Ecosystem,
    "parameters": CostParameter,
}


class _Written(GenerateJsonSchema):
    """Money is a number in the file: text in quotes is refused, so the schema does not offer it."""

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """A number within the field's bounds."""
        bounds = {key: float(schema[key]) for key in ("ge", "gt", "le", "lt") if key in schema}
        names = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
        return {"type": "number"} | {names[key]: bound for key, bound in bounds.items()}


def request_schema() -> dict[str, Any]:
    """Schema of a requirements file."""
    schema = Requirements.model_json_schema(schema_generator=_Written)
    return {"$schema": DIALECT, **schema, "title": "procure requirements file"}


def catalog_schema() -> dict[str, Any]:
    """Schema of a catalog file. Only `id` is required: an entry of a known id overrides single fields of it."""
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for kind, model in ENTRIES.items():
        adapter = TypeAdapter(model).json_schema(schema_generator=_Written, ref_template="#/$defs/{model}")
        definitions |= adapter.pop("$defs", {})
        definitions[model.__name__] = adapter
        items = {"type": "array", "items": {"$ref": f"#/$defs/{model.__name__}"}}
        properties[kind] = items
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
