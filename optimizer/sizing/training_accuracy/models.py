"""The shape of a model in a training table: by the shipped table, the catalog, else a typical shape of its size."""

from __future__ import annotations

import csv
import re
from math import sqrt
from typing import TYPE_CHECKING

from optimizer.inputs.files import CSV_MAX_BYTES
from optimizer.inputs.published.models import Models
from optimizer.sizing.training_work import TrainedModel, trained_model

if TYPE_CHECKING:
    from collections.abc import Mapping

    from optimizer.inputs.catalog import LanguageModel
    from optimizer.inputs.files import Files

TABLE = "measurements/training_models.csv"
TYPICAL_ASPECT, TYPICAL_HEAD_DIM, TYPICAL_VOCABULARY = 128, 128, 100_000
"""Hidden size over layers, as in Llama-2-7B to 70B: N = 12·L·h²; a vocabulary between those of Llama 2 and Llama 3."""
TYPICAL_EXPERTS, TYPICAL_EXPERTS_PER_TOKEN = 128, 8


class TrainedModels:
    """Finds the shape behind a name; parameter counts come from the row where it states them."""

    def __init__(self, files: Files, models: Mapping[str, LanguageModel]) -> None:
        text = files.read_text(TABLE, max_bytes=CSV_MAX_BYTES)
        self._table = {_plain(row["model"]): row for row in csv.DictReader(text.splitlines())}
        self._catalog = Models(models)

    def find(self, name: str, params: float | None, active: float | None) -> TrainedModel | None:
        """None where neither the name nor a parameter count says what was trained."""
        row, known = self._table.get(_plain(name)), self._catalog.find(name)
        if known is not None and (params is None or row is None):
            found = trained_model(known)
            params = params or found.params
            active = active or (found.active_params if found.is_moe else params)
            return _with_params(found, params, active)
        if params is None:
            return None
        active = min(active or params, params)
        if row is None:
            return _typical(params, active)
        return TrainedModel(
            params=params, active_params=active, layers=int(row["layers"]), hidden=int(row["hidden_size"]),
            vocabulary=int(row["vocab_size"]),
            attention_width=int(row["attention_width"]) * float(row["attention_share"]),
            experts=int(row["experts"]), experts_per_token=int(row["experts_per_token"]),
        )  # fmt: skip


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9.]", "", name.lower())


def _with_params(found: TrainedModel, params: float, active: float) -> TrainedModel:
    from dataclasses import replace

    return replace(found, params=params, active_params=min(active, params))


def _typical(params: float, active: float) -> TrainedModel:
    layers = max(1, round((active / (12 * TYPICAL_ASPECT**2)) ** (1 / 3)))
    hidden = max(TYPICAL_HEAD_DIM, round(sqrt(active / (12 * layers)) / TYPICAL_HEAD_DIM) * TYPICAL_HEAD_DIM)
    moe = active < params
    return TrainedModel(
        params=params, active_params=active, layers=layers, hidden=hidden, vocabulary=TYPICAL_VOCABULARY,
        attention_width=hidden, experts=TYPICAL_EXPERTS if moe else 1,
        experts_per_token=TYPICAL_EXPERTS_PER_TOKEN if moe else 1,
    )  # fmt: skip
