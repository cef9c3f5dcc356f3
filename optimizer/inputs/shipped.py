"""The catalog that comes with the product, as raw entries by kind and id."""

from functools import cache
from pathlib import Path
from typing import Any

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.yaml_reader import read_yaml
from optimizer.resources import resource

KINDS = ("cards", "servers", "models", "ecosystems", "parameters")
RawCatalog = dict[str, dict[str, dict[str, Any]]]


def shipped_files() -> Files:
    """Opens what lies in the shipped `catalogs/` folder."""
    return Files(resource("catalogs"))


def shipped_entries() -> RawCatalog:
    """Entries by kind and id, not validated; not to be changed."""
    return entries_of(resource("catalogs"))


@cache
def entries_of(folder: Path) -> RawCatalog:
    """Entries of a catalog folder, read once. Each kind is a folder of YAML files or one file of that name."""
    files = Files(folder)
    return {kind: _entries(files, kind) for kind in KINDS}


def shipped_models(files: Files) -> dict[str, LanguageModel]:
    """The models alone: what `procure init` asks about."""
    return {name: LanguageModel.model_validate(fields) for name, fields in _entries(files, "models").items()}


def _entries(files: Files, kind: str) -> dict[str, dict[str, Any]]:
    names = files.yaml_names(kind) if kind in ("cards", "servers", "models") else (f"{kind}.yaml",)
    documents = (read_yaml(files.read_text(name, max_bytes=YAML_MAX_BYTES), name) for name in names)
    return {entry["id"]: entry for document in documents for entry in document.data[kind]}
