"""The stated parameters of the shipped models against the count from their shape."""

from collections.abc import Mapping

import pytest

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.parameter_count import DecoderShape, Experts, GroupedAttention, parameter_count
from tests.catalog.decoder_shapes import shape_of
from tests.catalog.shipped import catalog

OTHER_TOTAL = {"DeepSeek-V4-Flash": "its compressed caches and indexers are no shape that can be counted here"}
"""Exceptions, with the cause; catalogs/README.md lists them too."""
OTHER_ACTIVE = {
    **OTHER_TOTAL,
    "DeepSeek-V3.2": "the active count leaves the indexer out",
    "MiniMax-Text-01": "name plate, without embedding and head",
    "Qwen3-Next-80B-A3B": "name plate",
    "Qwen3.5-122B-A10B": "name plate",
    "Qwen3.5-397B-A17B": "name plate",
}


def off(models: Mapping[str, LanguageModel]) -> tuple[list[str], list[str]]:
    """Ids whose total, and whose active count, is more than 2 % away from the count."""
    counts = {name: parameter_count(shape_of(model)) for name, model in models.items()}
    totals = [name for name, c in counts.items() if abs(c.total / models[name].total_params - 1) > 0.02]
    actives = [name for name, c in counts.items() if abs(c.active / models[name].active_params - 1) > 0.02]
    return totals, actives


def test_stated_parameters_are_those_of_the_shape() -> None:
    models = catalog().models
    comparable = {name: model for name, model in models.items() if name not in OTHER_TOTAL}
    assert len(comparable) >= 80
    totals, actives = off(comparable)
    assert totals == []
    assert sorted(actives) == sorted(OTHER_ACTIVE.keys() - OTHER_TOTAL.keys())


def test_a_wrong_total_is_seen() -> None:
    model = catalog().models["Qwen3-32B"]
    wrong = model.model_copy(update={"total_params": model.total_params * 103 // 100})
    assert off({model.id: wrong}) == ([model.id], [])


# layers 2, hidden 4, 2 heads of 3, 1 key/value head, vocabulary 10:
# embedding 40, head 40, norms 2·2·4 + 4 = 20, attention per layer: query 4·6, key and value 2·4·3, output 6·4 = 72
SMALL = {"vocabulary": 10, "hidden": 4, "layers": 2, "attention": GroupedAttention(heads=2, kv_heads=1, head_dim=3)}


@pytest.mark.parametrize(
    ("more", "total", "active"),
    [
        ({"tied": False, "dense_width": 5}, 100 + 2 * (72 + 60), 364),
        ({"tied": True, "dense_width": 5}, 60 + 2 * (72 + 60), 324),
        # 2 expert layers: 3 experts of 3·4·2 = 24, router 12, shared 3·4·1 = 12; one token uses one expert
        ({"tied": False, "experts": Experts(count=3, per_token=1, width=2, shared_width=1)},
         100 + 2 * (72 + 72 + 12 + 12), 436 - 2 * 2 * 24),
        # one of the two layers dense
        ({"tied": False, "dense_width": 5, "dense_layers": 1, "experts": Experts(count=3, per_token=2, width=2)},
         100 + 2 * 72 + 60 + 72 + 12, 388 - 24),
    ],
)  # fmt: skip
def test_by_hand(more: dict[str, object], total: int, active: int) -> None:
    shape = DecoderShape(**{**SMALL, **more})  # type: ignore[arg-type]
    assert parameter_count(shape) == (total, active)
