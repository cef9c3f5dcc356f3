"""The table of labels covers everything a plan can say, in both languages."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from optimizer.cost.items import CostItem
from optimizer.inputs.defaults import (
    FILE_DEFAULTS,
    FILE_LIMITS,
    INVENTORY_DEFAULTS,
    KIND_DEFAULTS,
    LATENCY_LIMITS,
    RACK_LIMITS,
    SHARE_DEFAULTS,
    SPLIT_DEFAULTS,
    TRAFFIC_DEFAULTS,
    WORKLOAD_DEFAULTS,
    Default,
)
from optimizer.inputs.demand import JOBS_PER_MONTH, REQUESTS_IN_FLIGHT, REQUESTS_PER_S, RUNS
from optimizer.inputs.model_config.attention import AS_MANY, RATIO
from optimizer.inputs.model_config.layers import BY_FAMILY
from optimizer.inputs.model_config.read_config import BY_CLASS
from optimizer.plan.comparison import CATEGORY_ITEMS, BridgeCategory
from optimizer.plan.echo import NEVER_COUNTED, RULES
from optimizer.plan.machines import UnitPrice
from optimizer.plan.plan import LimitUse, Variant
from optimizer.report.labels import LABELS
from optimizer.report.limit_names import limit_unit, limit_words
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.quantities import readable
from optimizer.report.texts import both, known, label
from optimizer.sizing.option import Limit, Origin


def literal(model: Any, field: str) -> tuple[str, ...]:
    return get_args(model.model_fields[field].annotation)


def test_a_price_says_its_basis_and_vat_in_chinese() -> None:
    text = "price (hourly rent, on demand, catalog, VAT unknown)"
    assert in_both(text, "zh") == ("价格（按小时租价（按需），catalog，增值税：未注明）", text)


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
        ("category", get_args(BridgeCategory)),
        ("kind", ("inference", "service", "capacity", "pretrain", "finetune")),
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


def test_names_of_limits() -> None:
    use = LimitUse(limit="racks row-a", path="site.racks[0]", used=1, available=2, unit="racks", binding=False)
    assert limit_words(use, "zh") == ("机柜 row-a", "Racks row-a")
    assert limit_unit(use, "zh") == ("柜", "racks")
    unknown = use.model_copy(update={"limit": "floor load", "unit": "kg"})
    assert limit_words(unknown, "en") == ("floor load", "floor load")
    assert limit_unit(unknown, "zh") == ("kg", "kg")


def test_bytes_are_read_as_gigabytes() -> None:
    assert readable(80e9, "B") == "80 GB"
    assert readable("restricted", "availability") == "restricted"
    assert readable(72.5, "ms") == "72.5 ms"


def test_every_cost_item_is_in_one_category() -> None:
    items = [item for members in CATEGORY_ITEMS.values() for item in members]
    assert sorted(items) == sorted(get_args(CostItem))
    assert set(CATEGORY_ITEMS) == set(get_args(BridgeCategory))


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        *((unit, None) for unit in (RUNS, JOBS_PER_MONTH, REQUESTS_PER_S, REQUESTS_IN_FLIGHT)),
        *((value, None) for _, value, _ in RULES),
        *((text, None) for text in NEVER_COUNTED),
        ("network (NIC, switch, optics)", "网络（网卡、交换机、光模块）"),
        ("storage", "存储"),
        ("weights below the checkpoint's precision: bf16 → int4", "权重低于原生精度：bf16 → int4"),
        ("32,762,123,264 parameters, 32,762,123,264 active", "32,762,123,264 个参数，激活 32,762,123,264"),
        ("counted from the shape in a/config.json", "按 a/config.json 中的结构计数"),
        ("a/config.json (Qwen3), parameters counted", "a/config.json（Qwen3），参数按结构计数"),
        *((f"{{0}}.json leaves it out: {why}", None) for why in (BY_FAMILY, RATIO, AS_MANY, BY_CLASS)),
        ("one run of 300,000 tokens within 45 days, cards held all year",
         "45 天内完成一次 300,000 token 的训练，算力卡全年占用"),
        ("600 users × 0.3 active × 6 requests/h / 3600 × peak 2.5",
         "600 用户 × 0.3 活跃 × 6 次/小时 ÷ 3600 × 峰值 2.5"),
    ],
)  # fmt: skip
def test_what_a_plan_says_in_english_has_its_chinese(text: str, chinese: str | None) -> None:
    words = in_both(text, "zh")
    assert words.there == text
    assert re.search(r"[\u4e00-\u9fff]", words.here)
    assert chinese in (None, words.here)
    assert in_both(text, "en") == (text, words.here)


def test_unknown_texts_stay_as_they_are() -> None:
    assert in_both("something new", "zh") == ("something new", "something new")
    assert path_name("nobody.knows", "zh") == ("", "")


def defaults() -> Iterator[tuple[str, Default]]:
    """(path, row) of every default there is."""
    for row in (*FILE_DEFAULTS, *(d._replace(key=f"policy.domestic_share.{d.key}") for d in SHARE_DEFAULTS)):
        yield row.key, row
    for row in (*WORKLOAD_DEFAULTS, *SPLIT_DEFAULTS, *(row for table in KIND_DEFAULTS.values() for row in table)):
        yield f"workloads[0].{row.key}", row
    for row in TRAFFIC_DEFAULTS:
        yield f"workloads[0].traffic.{row.key}", row
    for row in INVENTORY_DEFAULTS:
        yield f"inventory[1].{row.key}", row


def test_every_default_has_a_name_and_its_words_in_both_languages() -> None:
    paths = [path for path, _ in defaults()] + list(FILE_LIMITS)
    paths += [f"workloads[0].latency.{key}" for key in LATENCY_LIMITS]
    paths += [f"site.racks[3].{key}" for key in RACK_LIMITS]
    assert [path for path in paths if not path_name(path, "zh").here] == []
    texts = {text for _, row in defaults() for text in (row.unit, row.value) if " " in text}
    assert [text for text in texts if in_both(text, "zh").here == text] == []


def test_a_field_is_named_without_what_stands_before_it() -> None:
    assert path_name("workloads[2].traffic.average_load", "en") == ("average load", "平均负载")
    assert path_name("site.racks[3].units", "zh").here == "机柜高度"


@pytest.mark.parametrize("context", ["", " × 2 context"])
@pytest.mark.parametrize("zero", ["", ", ZeRO-1"])
def test_notes_on_training_layouts_are_chinese(context: str, zero: str) -> None:
    note = f"layout: 4 tensor × 2 pipeline{context} × 8 data{zero}, 2 sequences at a time"
    chinese = "并行：张量 4 × 流水 2" + (" × 上下文 2" if context else "") + " × 数据 8" + ("，ZeRO-1" if zero else "")
    assert in_both(note, "zh").here == f"{chinese}，每次 2 条序列"
    moved = "optimizer states lie in host memory: 843 GB per server"
    assert in_both(moved, "zh").here == "优化器状态放主机内存：每台 843 GB"
