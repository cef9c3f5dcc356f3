"""The table of labels covers everything a plan can say, in both languages."""

import re
from typing import Any, get_args

import pytest

from optimizer.cost.items import CostItem
from optimizer.plan.echo import NOT_COUNTED
from optimizer.plan.machines import UnitPrice
from optimizer.plan.plan import LimitUse, Variant
from optimizer.report.labels import LABELS
from optimizer.report.limit_names import limit_unit, limit_words
from optimizer.report.quantities import readable
from optimizer.report.texts import both, known, label, not_counted
from optimizer.sizing.option import Limit, Origin


def literal(model: Any, field: str) -> tuple[str, ...]:
    return get_args(model.model_fields[field].annotation)


@pytest.mark.parametrize(
    ("prefix", "values"),
    [
        ("item", get_args(CostItem)),
        ("rejected", get_args(Limit)),
        ("origin", get_args(Origin)),
        ("basis", literal(UnitPrice, "basis")),
        ("confidence", literal(UnitPrice, "confidence")),
        ("vat", literal(UnitPrice, "vat")),
        ("variant", literal(Variant, "kind")),
        ("status", literal(Variant, "status")),
        ("not_counted", NOT_COUNTED),
    ],
)
def test_every_value_of_the_contract_has_a_label(prefix: str, values: tuple[str, ...]) -> None:
    assert values
    assert [value for value in values if not known(f"{prefix}.{value}")] == []


def test_labels_are_complete_and_in_their_language() -> None:
    blank = {"head.band"}
    for key, (chinese, english) in LABELS.items():
        assert (bool(chinese) and bool(english)) or key in blank, key
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", english), key
        assert '"' not in chinese + english, key  # some stand inside formulas


def test_first_the_language_of_the_plan() -> None:
    assert both("item.energy", "zh") == ("电费", "Energy")
    assert both("item.energy", "en") == ("Energy", "电费")
    assert label("item.energy", "en") == "Energy"
    assert not_counted("storage", "zh") == "存储"
    assert not_counted("something new", "zh") == "something new"


def test_names_of_limits() -> None:
    use = LimitUse(limit="racks row-a", path="site.racks[0]", used=1, available=2, unit="racks", binding=False)
    assert limit_words(use, "zh") == ("机柜 row-a", "Racks row-a")
    assert limit_unit(use, "zh") == "柜"
    unknown = use.model_copy(update={"limit": "floor load", "unit": "kg"})
    assert limit_words(unknown, "en") == ("floor load", "floor load")
    assert limit_unit(unknown, "zh") == "kg"


def test_bytes_are_read_as_gigabytes() -> None:
    assert readable(80e9, "B") == "80 GB"
    assert readable("restricted", "availability") == "restricted"
    assert readable(72.5, "ms") == "72.5 ms"
