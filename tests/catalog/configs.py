"""The published config.json files beside this module (sources: configs/README.md)."""

import json
from pathlib import Path
from typing import Any

from optimizer.errors import InputError
from optimizer.inputs.json_reader import read_json
from optimizer.inputs.model_config.read_config import ConfigModel, read_config

FOLDER = Path(__file__).parent / "configs"
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


def text_of(name: str) -> str:
    """A published file."""
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def model_of(text: str) -> ConfigModel:
    """The model that a text describes."""
    return read_config(read_json(text, "config.json"))


def changed(name: str, **fields: Any) -> str:
    """A published file with other fields, all in one line; None leaves a field out."""
    data = json.loads(text_of(name)) | fields
    return json.dumps({key: value for key, value in data.items() if value is not None})


def problems_of(text: str) -> list[str]:
    """What is wrong with a text that must be refused."""
    try:
        model = model_of(text)
    except InputError as error:
        return [str(problem) for problem in error.problems]
    raise AssertionError(f"{model.id} was read: {model}")
